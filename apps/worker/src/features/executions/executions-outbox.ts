import { runExecution, type RunExecutionJob } from '@app/contracts';
import { OverdueExecutions } from '@app/domain';
import { type DueRecord, type PendingRecords, SweepsRecords } from '@app/queue';

/** Executions as the outbox of their jobs. */
@SweepsRecords()
export class ExecutionsOutbox implements PendingRecords<RunExecutionJob> {
  readonly job = runExecution;
  readonly inTurns = true;

  constructor(private readonly overdue: OverdueExecutions) {}

  findDue(): Promise<DueRecord<RunExecutionJob>[]> {
    return this.overdue.next();
  }
}
