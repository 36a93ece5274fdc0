import { importReadings, type ImportReadingsJob } from '@app/contracts';
import { ReadingImportWorkService } from '@app/domain';
import { HandlesJob, type JobContext, type JobHandler } from '@app/queue';

@HandlesJob(importReadings)
export class ImportReadingsHandler implements JobHandler<ImportReadingsJob> {
  constructor(private readonly imports: ReadingImportWorkService) {}

  async run({ importId }: ImportReadingsJob, { stopping }: JobContext): Promise<void> {
    await this.imports.work(importId, stopping);
  }
}
