import { runExecutions, type RunExecutionsJob } from '@app/contracts';
import { OverdueExecutions } from '@app/domain';
import { type DueRecord, type PendingRecords, SweepsRecords } from '@app/queue';

/** Executions as the outbox of their jobs. */
@SweepsRecords()
export class ExecutionsOutbox implements PendingRecords<RunExecutionsJob> {
  readonly job = runExecutions;
  readonly inTurns = true;

  constructor(private readonly overdue: OverdueExecutions) {}

  findDue(): Promise<DueRecord<RunExecutionsJob>[]> {
    return this.overdue.next();
  }
}
