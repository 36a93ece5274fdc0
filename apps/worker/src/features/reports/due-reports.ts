import { writeReport, type WriteReportJob } from '@app/contracts';
import { ReportRunQueue } from '@app/domain';
import { type DueRecord, type PendingRecords, SweepsRecords } from '@app/queue';

/**
 * Finds report runs that the sweep must queue, because a pause between attempts is over, a claim has expired, or a job
 * was lost.
 */
@SweepsRecords()
export class DueReports implements PendingRecords<WriteReportJob> {
  readonly job = writeReport;

  constructor(private readonly runs: ReportRunQueue) {}

  findDue(limit: number): Promise<DueRecord<WriteReportJob>[]> {
    return this.runs.findDue(limit);
  }
}
