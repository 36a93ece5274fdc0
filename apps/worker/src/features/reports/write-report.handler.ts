import { writeReport, type WriteReportJob } from '@app/contracts';
import { ReportWorkService } from '@app/domain';
import { HandlesJob, type JobContext, type JobHandler } from '@app/queue';

@HandlesJob(writeReport)
export class WriteReportHandler implements JobHandler<WriteReportJob> {
  constructor(private readonly reports: ReportWorkService) {}

  /** A report may take a minute, so it is stopped as soon as the process is asked to end. */
  run({ runId }: WriteReportJob, { stopping }: JobContext): Promise<void> {
    return this.reports.run(runId, stopping);
  }
}
