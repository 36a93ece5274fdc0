import { IsInt, Min } from 'class-validator';
import { defineJob } from '../define-job';

/** Identifies one import. All other data is in the import's row. */
export class ImportReadingsJob {
  @IsInt() @Min(1) importId: number;
}

/** Stores the readings of an imported file, or deletes them if the import is undone. */
export const importReadings = defineJob({
  name: 'import-readings',
  queue: 'metering',
  payload: ImportReadingsJob,
});
