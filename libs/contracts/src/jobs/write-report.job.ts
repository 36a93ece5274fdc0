import { IsUUID } from 'class-validator';
import { defineJob } from '../define-job';

/** Identifies one run of a report. All other data is in its row. */
export class WriteReportJob {
  @IsUUID() runId: string;
}

/** Generates the file of a report. The run's row shows whether it is due, and counts the attempts. */
export const writeReport = defineJob({
  name: 'write-report',
  queue: 'reports',
  payload: WriteReportJob,
  forgetWhenDone: true,
});
