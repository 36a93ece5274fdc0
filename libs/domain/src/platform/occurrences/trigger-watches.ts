import { dialectSql, TriggerWatchEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

/** The version of each workflow whose trigger has begun to follow values. */
export async function readWatches(manager: EntityManager): Promise<Map<string, string>> {
  const rows = await dialectSql.query<{ id: string; version: string }>(
    manager,
    'SELECT workflow_id AS id, version FROM trigger_watch',
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/**
 * Like `readWatches`, but locks the rows until the transaction ends, in the order of their ids. A transaction that
 * changes the progress of triggers calls this first.
 */
export async function lockWatches(manager: EntityManager): Promise<Map<string, string>> {
  const rows = await manager.find(TriggerWatchEntity, {
    order: { workflowId: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  return new Map(rows.map(({ workflowId, version }) => [workflowId, version]));
}

/**
 * Locks the enabled workflows whose triggers have not begun to follow values. Waits for transactions in which one of
 * these triggers begins. The other triggers cannot begin until the caller's transaction ends.
 */
export async function lockBeginning(manager: EntityManager): Promise<void> {
  await dialectSql.query(
    manager,
    // The workflow is locked instead of its row in trigger_watch, because this row is inserted only when the trigger
    // begins to follow values.
    `SELECT id FROM workflow WHERE enabled = TRUE AND trigger_type = 'state_change'
       AND NOT EXISTS (SELECT 1 FROM trigger_watch w WHERE w.workflow_id = workflow.id)
     ORDER BY id ${dialectSql.forShare}`,
  );
}
