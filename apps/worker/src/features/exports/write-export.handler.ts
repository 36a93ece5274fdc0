import { writeExport, type WriteExportJob } from '@app/contracts';
import { ExportWorkService } from '@app/domain';
import { HandlesJob, type JobContext, type JobHandler } from '@app/queue';

@HandlesJob(writeExport)
export class WriteExportHandler implements JobHandler<WriteExportJob> {
  constructor(private readonly exports: ExportWorkService) {}

  /** An export may take minutes, so it is stopped as soon as the process is asked to end. */
  run({ exportId }: WriteExportJob, { stopping }: JobContext): Promise<void> {
    return this.exports.run(exportId, stopping);
  }
}
