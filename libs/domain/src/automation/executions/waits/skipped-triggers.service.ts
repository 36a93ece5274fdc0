import { inTransaction, PointValueEntity, SkippedStartEntity } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { toCurrentValue } from '../../../platform/occurrences/current-values.service';
import type { StateChange } from '../../../platform/occurrences/occurrence';
import { lockWorkflows } from '../serial/serial.queries';
import { findStartable, type SkippedStart } from '../serial/skipped-starts.queries';

export type { SkippedStart } from '../serial/skipped-starts.queries';

/** Triggers per transaction. Evaluating so many conditions blocks the event loop only briefly. */
const BATCH = 100;

/** Provides the skipped triggers of workflows that accept an execution again. */
@Injectable()
export class SkippedTriggersService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Passes the oldest skipped triggers to `work`, in a transaction that has locked their workflows.
   * @returns the result of `work`; null if there are no such triggers
   */
  async take<T>(work: (manager: EntityManager, skipped: SkippedStart[]) => Promise<T>): Promise<T | null> {
    const found = await findStartable(this.dataSource.manager, BATCH);
    if (found.length === 0) return null;
    const ids = [...new Set(found.map(({ workflowId }) => workflowId))];
    return inTransaction(this.dataSource, async (manager) => {
      const locked = await lockWorkflows(manager, ids);
      // Another worker may have started an execution before this transaction got the lock.
      const startable = await findStartable(manager, BATCH);
      return work(
        manager,
        startable.filter(({ workflowId }) => locked.has(workflowId)),
      );
    });
  }

  async forget(manager: EntityManager, skipped: readonly SkippedStart[]): Promise<void> {
    for (const { workflowId, name } of skipped)
      await manager.delete(SkippedStartEntity, { workflowId, name });
  }

  /** The current value of a point as a change; null if no value is stored. */
  async currentChange(manager: EntityManager, code: string): Promise<StateChange | null> {
    const current = await manager.findOneBy(PointValueEntity, { code });
    return current && toCurrentValue(current).payload;
  }
}
