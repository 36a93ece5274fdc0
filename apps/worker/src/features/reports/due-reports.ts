import { writeReport, type WriteReportJob } from '@app/contracts';
import { ReportRunQueue } from '@app/domain';
import { type DueRecord, type PendingRecords, SweepsRecords } from '@app/queue';

/** Makes the sweep queue runs whose pause between attempts or claim is over, or whose job was lost. */
@SweepsRecords()
export class DueReports implements PendingRecords<WriteReportJob> {
  readonly job = writeReport;

  constructor(private readonly runs: ReportRunQueue) {}

  findDue(limit: number): Promise<DueRecord<WriteReportJob>[]> {
    return this.runs.findDue(limit);
  }
}
