import { importReadings, type ImportReadingsJob } from '@app/contracts';
import { ReadingImportsService } from '@app/domain';
import { type DueRecord, type PendingRecords, SweepsRecords } from '@app/queue';

@SweepsRecords()
export class DueImports implements PendingRecords<ImportReadingsJob> {
  readonly job = importReadings;

  constructor(private readonly imports: ReadingImportsService) {}

  findDue(limit: number): Promise<DueRecord<ImportReadingsJob>[]> {
    return this.imports.toWork(limit);
  }
}
