import { IsUUID } from 'class-validator';
import { defineJob } from '../define-job';

/** Identifies the mail of a report to one recipient. All other data is in its row. */
export class SendReportJob {
  @IsUUID() mailId: string;
}

/** Mails a report to one recipient. The mail's row shows whether it is due, and counts the attempts. */
export const sendReport = defineJob({
  name: 'send-report',
  queue: 'report-mails',
  payload: SendReportJob,
  forgetWhenDone: true,
});
