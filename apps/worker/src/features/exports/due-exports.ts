import { writeExport, type WriteExportJob } from '@app/contracts';
import { ExportQueue } from '@app/domain';
import { type DueRecord, type PendingRecords, SweepsRecords } from '@app/queue';

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
