import { runExecutions, type RunExecutionsJob } from '@app/contracts';
import { OverdueExecutionsService } from '@app/domain';
import { type DueRecord, type PendingRecords, SweepsRecords } from '@app/queue';

/** Finds overdue executions, so that the sweep can queue them. */
@SweepsRecords()
export class PendingExecutions implements PendingRecords<RunExecutionsJob> {
  readonly job = runExecutions;
  readonly inTurns = true;

  constructor(private readonly overdue: OverdueExecutionsService) {}

  findDue(): Promise<DueRecord<RunExecutionsJob>[]> {
    return this.overdue.next();
  }
}
