import { writeExport, type WriteExportJob } from '@app/contracts';
import { ExportQueue, ExportRetentionService, ExportsModule, ExportWorkService } from '@app/domain';
import { LeaseModule, UnderLease } from '@app/leases';
import {
  type DueRecord,
  HandlesJob,
  type JobContext,
  type JobHandler,
  type PendingRecords,
  SweepsRecords,
} from '@app/queue';
import { Injectable, Module } from '@nestjs/common';

/**
 * Finds exports that the sweep must queue, because a pause between attempts is over, a claim has expired, or a job was
 * lost.
 */
@SweepsRecords()
export class DueExports implements PendingRecords<WriteExportJob> {
  readonly job = writeExport;

  constructor(private readonly exports: ExportQueue) {}

  findDue(limit: number): Promise<DueRecord<WriteExportJob>[]> {
    return this.exports.findDue(limit);
  }
}

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

@Module({
  imports: [ExportsModule, LeaseModule],
  providers: [DueExports, PruneExportsSchedule, WriteExportHandler],
})
export class ExportsFeatureModule {}
