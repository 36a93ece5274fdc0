import { writeExport, type WriteExportJob } from '@app/contracts';
import { ExportQueue } from '@app/domain';
import { type DueRecord, type PendingRecords, SweepsRecords } from '@app/queue';

/** Makes the sweep queue exports whose pause between attempts or claim is over, or whose job was lost. */
@SweepsRecords()
export class DueExports implements PendingRecords<WriteExportJob> {
  readonly job = writeExport;

  constructor(private readonly exports: ExportQueue) {}

  findDue(limit: number): Promise<DueRecord<WriteExportJob>[]> {
    return this.exports.findDue(limit);
  }
}
