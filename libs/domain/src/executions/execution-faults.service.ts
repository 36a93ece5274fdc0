import { isDatabaseUnreachable, isTransientConflict } from '@app/entities';
import { Clock, DomainError, type ErrorKind } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ExecutionAnnouncer } from './execution-announcer';
import { tellsOfFailure, storableError } from './execution-failure';
import { ExecutionStore } from './execution-store';
import { endBroken, noteBroken } from './faults.queries';
import { MOST_REVIVALS } from './run-errors';
import type { TakenUp } from './take-up';
import { WorkerIdentity } from './worker-identity';

/** What breaks off so often in one job is not tried any more. */
const MOST_ATTEMPTS = 3;
/** What comes of it is the same however often it is tried, and the queue does not try it again. */
const FINAL: ReadonlySet<ErrorKind> = new Set(['invalid', 'not_found', 'conflict', 'forbidden']);
const FAULT = 'The execution broke off: a fault of the service.';

/** What breaks off by a fault of the service, and not of a node, comes to an end all the same. */
@Injectable()
export class ExecutionFaults {
  private readonly logger = new Logger(ExecutionFaults.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ExecutionStore,
    private readonly announcer: ExecutionAnnouncer,
    private readonly identity: WorkerIdentity,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts a fault in the database, whatever the queue makes of it; ends the execution as failed where no further try
   * would help, or there were enough.
   * @throws the fault where the execution is to be tried again
   */
  async bear(error: unknown, taken: TakenUp): Promise<void> {
    const { takeUp, executionId } = taken;
    if (takeUp.signal.aborted || isPassing(error)) throw error;
    this.logger.error({ err: error, executionId }, FAULT);
    const isLast = isFinal(error) || takeUp.attempt >= MOST_ATTEMPTS;
    if (!isLast && !(await this.isOneTooMany(taken))) throw error;
    await this.giveUp(taken, error instanceof DomainError ? error.message : FAULT);
  }

  private async isOneTooMany({ executionId, run }: TakenUp): Promise<boolean> {
    const { manager } = this.dataSource;
    const times = await noteBroken(manager, executionId, this.identity.id, run?.revived ? 0 : 1);
    return times !== null && times > MOST_REVIVALS;
  }

  private async giveUp(taken: TakenUp, reason: string): Promise<void> {
    const { executionId } = taken;
    const workflowId = await this.end(taken, storableError(reason)).catch((error: unknown) => {
      if (isPassing(error)) throw error;
      this.logger.error({ err: error, executionId }, 'What fails is ended without telling why to workflows');
      return this.endByRow(taken, storableError(reason));
    });
    if (workflowId !== null) this.announcer.changed(workflowId, executionId, 'failed');
  }

  /** As any end: workflows that wait for failures hear of it. */
  private async end({ execution, executionId, run }: TakenUp, error: string): Promise<string | null> {
    if (!execution) return this.endByRow({ executionId }, error);
    const { id, workflowId, version } = execution;
    const ended = await this.store.save({
      id,
      workflowId,
      version: run?.version ?? version,
      next: 'failed',
      error,
      tells: tellsOfFailure(execution),
      results: [],
      part: 0,
    });
    return ended ? workflowId : null;
  }

  private endByRow({ executionId }: Pick<TakenUp, 'executionId'>, error: string): Promise<string | null> {
    const atMs = this.clock.nowMs();
    return endBroken(this.dataSource.manager, executionId, this.identity.id, { error, atMs });
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof DomainError && FINAL.has(error.kind);
}

/** True for what is over after a while. */
function isPassing(error: unknown): boolean {
  const unavailable = error instanceof DomainError && error.kind === 'unavailable';
  return unavailable || isDatabaseUnreachable(error) || isTransientConflict(error);
}
