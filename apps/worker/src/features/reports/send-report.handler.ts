import { sendReport, type SendReportJob } from '@app/contracts';
import { ReportSenderService } from '@app/domain';
import { HandlesJob, type JobContext, type JobHandler } from '@app/queue';

@HandlesJob(sendReport)
export class SendReportHandler implements JobHandler<SendReportJob> {
  constructor(private readonly reports: ReportSenderService) {}

  run({ mailId }: SendReportJob, { signal }: JobContext): Promise<void> {
    return this.reports.run(mailId, signal);
  }
}
