import { importReadings, type ReadingImportJob } from '@app/contracts';
import { ReadingImportsService } from '@app/domain';
import { type DueRecord, type PendingRecords, SweepsRecords } from '@app/queue';

@SweepsRecords()
export class DueImports implements PendingRecords<ReadingImportJob> {
  readonly job = importReadings;

  constructor(private readonly imports: ReadingImportsService) {}

  findDue(limit: number): Promise<DueRecord<ReadingImportJob>[]> {
    return this.imports.toWork(limit);
  }
}
