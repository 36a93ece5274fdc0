import { sendReport, type SendReportJob } from '@app/contracts';
import { ReportMailQueue } from '@app/domain';
import { type DueRecord, type PendingRecords, SweepsRecords } from '@app/queue';

/**
 * Finds report mails that the sweep must queue, because a pause between attempts is over, a claim has expired, or a job
 * was lost.
 */
@SweepsRecords()
export class DueReportMails implements PendingRecords<SendReportJob> {
  readonly job = sendReport;

  constructor(private readonly mails: ReportMailQueue) {}

  findDue(limit: number): Promise<DueRecord<SendReportJob>[]> {
    return this.mails.findDue(limit);
  }
}
