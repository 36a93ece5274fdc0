import { sendReport, type SendReportJob } from '@app/contracts';
import { ReportMailQueue } from '@app/domain';
import { type DueRecord, type PendingRecords, SweepsRecords } from '@app/queue';

/** Makes the sweep queue mails of reports whose pause between attempts or claim is over, or whose job was lost. */
@SweepsRecords()
export class DueReportMails implements PendingRecords<SendReportJob> {
  readonly job = sendReport;

  constructor(private readonly mails: ReportMailQueue) {}

  findDue(limit: number): Promise<DueRecord<SendReportJob>[]> {
    return this.mails.findDue(limit);
  }
}
