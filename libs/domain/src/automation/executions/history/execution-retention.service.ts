import { Environment } from '@app/config';
import { inTransaction } from '@app/entities';
import { chunksOf, Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IdempotencyService } from '../../../platform/idempotency/idempotency.service';
import { deleteExecutions, lockEnded } from './execution-history.queries';
import { RememberedValuesService } from '../../remembered-values/remembered-values.service';
import {
  deleteRevisions,
  findCrowded,
  findEndedBefore,
  findEndedUpTo,
  findFirstBeyond,
  findRevised,
  findRevisions,
} from './execution-retention.queries';

const DAY_MS = 24 * 3_600_000;
/** Rows per transaction. A small number keeps the locks short. */
const BATCH = 500;
/**
 * A replaced revision is kept for this long, because a concurrent request may still accept an execution that uses it.
 */
const REVISION_GRACE_MS = 3_600_000;

/**
 * Deletes executions, revisions, idempotency keys and remembered values whose retention period is over. Running
 * executions are never deleted.
 */
@Injectable()
export class ExecutionRetentionService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
    private readonly clock: Clock,
    private readonly idempotency: IdempotencyService,
    private readonly remembered: RememberedValuesService,
  ) {}

  /** Deletes old records in small transactions. @throws if `signal` is aborted; the next call continues the deletion */
  async prune(signal: AbortSignal): Promise<void> {
    await this.pruneByAge(signal);
    await this.pruneByCount(signal);
    await this.pruneRevisions(signal);
    await this.remembered.prune(signal);
    let removed = BATCH;
    while (removed === BATCH) {
      signal.throwIfAborted();
      removed = await this.idempotency.prune(BATCH);
    }
  }

  private pruneByAge(signal: AbortSignal): Promise<void> {
    const before = new Date(this.clock.nowMs() - this.environment.EXECUTION_RETENTION_DAYS * DAY_MS);
    return this.removeAll(signal, () => findEndedBefore(this.dataSource.manager, before, BATCH));
  }

  private async pruneByCount(signal: AbortSignal): Promise<void> {
    const { manager } = this.dataSource;
    const { EXECUTION_RETENTION_COUNT: count } = this.environment;
    for (const workflowId of await findCrowded(manager, count)) {
      const newest = await findFirstBeyond(manager, workflowId, count);
      if (newest === null) continue;
      await this.removeAll(signal, () => findEndedUpTo(manager, workflowId, newest, BATCH));
    }
  }

  /**
   * Deletes the executions that `find` returns, batch by batch. Stops when a batch is not full, or when none of its
   * executions can be deleted.
   */
  private async removeAll(signal: AbortSignal, find: () => Promise<string[]>): Promise<void> {
    let found = BATCH;
    let removed = BATCH;
    while (found === BATCH && removed > 0) {
      signal.throwIfAborted();
      const ids = await find();
      found = ids.length;
      removed = found === 0 ? 0 : await this.remove(ids);
    }
  }

  private remove(ids: readonly string[]): Promise<number> {
    return inTransaction(this.dataSource, async (manager) => {
      const ended = await lockEnded(manager, ids);
      await deleteExecutions(manager, ended);
      return ended.length;
    });
  }

  /** Deletes replaced revisions that no execution uses. */
  private async pruneRevisions(signal: AbortSignal): Promise<void> {
    const { manager } = this.dataSource;
    const replacedBefore = this.clock.nowMs() - REVISION_GRACE_MS;
    for (const workflowId of await findRevised(manager)) {
      signal.throwIfAborted();
      const revisions = await findRevisions(manager, workflowId);
      const outdated = revisions
        .filter(({ used }, index) => {
          const successor = revisions[index + 1];
          return !used && successor !== undefined && successor.createdAt.getTime() < replacedBefore;
        })
        .map(({ revision }) => revision);
      for (const chunk of chunksOf(outdated, BATCH)) await deleteRevisions(manager, workflowId, chunk);
    }
  }
}
