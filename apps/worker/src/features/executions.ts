import { runExecutions, type RunExecutionsJob } from '@app/contracts';
import { ExecutionBatchRunner, OverdueExecutionsService, WaitingExecutions } from '@app/domain';
import {
  type DueRecord,
  HandlesJob,
  type JobContext,
  type JobHandler,
  type PendingRecords,
  SweepsRecords,
} from '@app/queue';
import { Logger } from '@nestjs/common';

/**
 * Finds overdue executions, so that the sweep can queue them. Also starts executions that wait although no execution of
 * their workflow runs.
 */
@SweepsRecords()
export class PendingExecutions implements PendingRecords<RunExecutionsJob> {
  private readonly logger = new Logger(PendingExecutions.name);
  readonly job = runExecutions;
  readonly inTurns = true;

  constructor(
    private readonly overdue: OverdueExecutionsService,
    private readonly waiting: WaitingExecutions,
  ) {}

  async findDue(): Promise<DueRecord<RunExecutionsJob>[]> {
    // This fails if a workflow is locked for long. The overdue executions of other workflows must be queued
    // nevertheless.
    await this.waiting.startStalled().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Waiting executions could not be started');
    });
    return this.overdue.next();
  }
}

@HandlesJob(runExecutions)
export class RunExecutionsHandler implements JobHandler<RunExecutionsJob> {
  constructor(private readonly batches: ExecutionBatchRunner) {}

  run({ executionIds }: RunExecutionsJob, context: JobContext): Promise<void> {
    return this.batches.run(executionIds, context);
  }
}

export const executionsProviders = [PendingExecutions, RunExecutionsHandler];
