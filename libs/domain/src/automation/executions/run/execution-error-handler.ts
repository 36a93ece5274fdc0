import { inTransaction, isDatabaseUnreachable, isTransientConflict } from '@app/entities';
import { Clock, DomainError, isFinal, type Message, say } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ExecutionDispatcher } from '../intake/execution-dispatcher';
import { MAX_RECOVERIES, publishesFailure } from '../record/execution-errors';
import { ExecutionStore } from '../record/execution-store';
import { WorkerIdentity } from '../record/worker-identity';
import { deleteUnmet } from '../ending/ended-waits.queries';
import { countError, failExecutionRow } from './execution-error-handler.queries';
import type { ExecutionAttempt } from './job-attempt';

/** The execution fails after this many attempts of one job. */
const MAX_ATTEMPTS = 3;
const INTERNAL_ERROR = say('execution_failed');

/** Handles internal errors (not the failures of nodes), so that every execution comes to an end. */
@Injectable()
export class ExecutionErrorHandler {
  private readonly logger = new Logger(ExecutionErrorHandler.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ExecutionStore,
    private readonly dispatcher: ExecutionDispatcher,
    private readonly identity: WorkerIdentity,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts an error in the execution's row, in addition to the attempts that the queue counts. Ends the execution as
   * failed if a repeat cannot help, or after too many attempts.
   * @throws the error if the job must be repeated
   */
  async handle(error: unknown, attempt: ExecutionAttempt): Promise<void> {
    const { job, executionId } = attempt;
    if (job.signal.aborted || isTemporary(error)) throw error;
    this.logger.error({ err: error, executionId }, INTERNAL_ERROR.message);
    const isLast = isFinal(error) || job.attempt >= MAX_ATTEMPTS;
    if (!isLast && !(await this.isOneTooMany(attempt))) throw error;
    await this.fail(attempt, error instanceof DomainError ? error.reason : INTERNAL_ERROR);
  }

  private async isOneTooMany({ executionId, driver }: ExecutionAttempt): Promise<boolean> {
    const { manager } = this.dataSource;
    const recoveries = await countError(manager, executionId, this.identity.id, driver?.isRecovered ? 0 : 1);
    return recoveries !== null && recoveries > MAX_RECOVERIES;
  }

  private async fail(attempt: ExecutionAttempt, reason: Message): Promise<void> {
    const { executionId } = attempt;
    const workflowId = await this.saveFailure(attempt, reason).catch((error: unknown) => {
      if (isTemporary(error)) throw error;
      this.logger.error(
        { err: error, executionId },
        'The execution is saved as failed, but the event workflow.failed is not published',
      );
      return this.failRow(executionId, reason);
    });
    if (workflowId === null) return;
    this.dispatcher.changed(workflowId, executionId, 'failed', attempt.execution?.parentId);
  }

  /** Saves the failure like the failure of a node, so that `workflow.failed` is published. */
  private async saveFailure(
    { execution, executionId, driver }: ExecutionAttempt,
    error: Message,
  ): Promise<string | null> {
    if (!execution) return this.failRow(executionId, error);
    const { id, workflowId, isSerial, version } = execution;
    const isSaved = await this.store.save({
      id,
      workflowId,
      isSerial,
      mayWait: true,
      version: driver?.version ?? version,
      next: 'failed',
      error,
      publishesFailure: publishesFailure(execution),
      results: [],
      part: 0,
    });
    return isSaved ? workflowId : null;
  }

  private failRow(executionId: string, error: Message): Promise<string | null> {
    const atMs = this.clock.nowMs();
    return inTransaction(this.dataSource, async (manager) => {
      const workflowId = await failExecutionRow(manager, executionId, this.identity.id, { error, atMs });
      if (workflowId !== null) await deleteUnmet(manager, [executionId]);
      return workflowId;
    });
  }
}

/** Returns true if the same work may succeed later without any change. */
function isTemporary(error: unknown): boolean {
  const unavailable = error instanceof DomainError && error.kind === 'unavailable';
  return unavailable || isDatabaseUnreachable(error) || isTransientConflict(error);
}
