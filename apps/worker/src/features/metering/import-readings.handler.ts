import { importReadings, type ReadingImportJob } from '@app/contracts';
import { ReadingImportWorkService } from '@app/domain';
import { HandlesJob, type JobContext, type JobHandler } from '@app/queue';

@HandlesJob(importReadings)
export class ImportReadingsHandler implements JobHandler<ReadingImportJob> {
  constructor(private readonly imports: ReadingImportWorkService) {}

  async run({ importId }: ReadingImportJob, { stopping }: JobContext): Promise<void> {
    await this.imports.work(importId, stopping);
  }
}
