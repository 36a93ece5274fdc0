import { IsUUID } from 'class-validator';
import { defineJob } from '../define-job';

/** Identifies one export. All other data is in the export's row. */
export class WriteExportJob {
  @IsUUID() exportId: string;
}

/** Writes the file of an export. The export's row shows whether it is due, and counts the attempts. */
export const writeExport = defineJob({
  name: 'write-export',
  queue: 'exports',
  payload: WriteExportJob,
  forgetWhenDone: true,
});
