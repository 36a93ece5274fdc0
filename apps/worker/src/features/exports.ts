import { writeExport, type WriteExportJob } from '@app/contracts';
import { ExportQueue, ExportRetentionService, ExportWorkService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { HandlesJob, type JobContext, type JobHandler, sweepOf } from '@app/queue';
import { Injectable } from '@nestjs/common';

/** Deletes the records of old exports every hour. */
@Injectable()
export class PruneExportsSchedule {
  constructor(private readonly retention: ExportRetentionService) {}

  @UnderLease('prune-exports', '35 27 * * * *')
  prune(signal: AbortSignal): Promise<void> {
    return this.retention.prune(signal);
  }
}

@HandlesJob(writeExport)
export class WriteExportHandler implements JobHandler<WriteExportJob> {
  constructor(private readonly exports: ExportWorkService) {}

  /** An export may take minutes, so it is stopped as soon as the process is asked to end. */
  run({ exportId }: WriteExportJob, { stopping }: JobContext): Promise<void> {
    return this.exports.run(exportId, stopping);
  }
}

export const exportsProviders = [
  sweepOf(writeExport, ExportQueue, (queue, limit) => queue.findDue(limit)),
  PruneExportsSchedule,
  WriteExportHandler,
];
