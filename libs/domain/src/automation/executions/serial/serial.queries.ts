import { dialectSql, type WorkflowMode } from '@app/entities';
import type { EntityManager } from 'typeorm';
import type { UnfinishedExecution } from './admission';

/** The current state of a workflow that a transaction has locked. */
export interface LockedWorkflow {
  id: string;
  mode: WorkflowMode;
  enabled: boolean;
  changedAtMs: number;
}

/**
 * Locks workflows until the transaction ends. Each transaction that starts or ends serial executions locks their
 * workflow first, so these transactions run one after the other. Deleted workflows are left out.
 */
export async function lockWorkflows(
  manager: EntityManager,
  ids: readonly string[],
): Promise<Map<string, LockedWorkflow>> {
  const rows = await dialectSql.query<Omit<LockedWorkflow, 'enabled'> & { enabled: boolean | number }>(
    manager,
    // All transactions lock in the same order, so they cannot deadlock.
    `SELECT id, mode, enabled, ${dialectSql.instantMs('updated_at')} AS "changedAtMs" FROM workflow
     WHERE ${dialectSql.isOneOf('id')} ORDER BY id FOR UPDATE`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, { ...row, enabled: Boolean(row.enabled) }]));
}

/**
 * The executions of these workflows that have not ended, in the order of their acceptance. Dry runs are left out. The
 * transaction must have locked the workflows.
 */
export async function findUnfinished(
  manager: EntityManager,
  workflowIds: readonly string[],
): Promise<UnfinishedExecution[]> {
  const rows = await dialectSql.query<Omit<UnfinishedExecution, 'hasStarted'> & { hasStarted: number }>(
    manager,
    `SELECT id, workflow_id AS "workflowId", revision, serial_number AS "serialNumber", request_id AS "requestId",
       parent_id AS "parentId",
       CASE WHEN started_at IS NULL THEN 0 ELSE 1 END AS "hasStarted"
     FROM workflow_execution
     WHERE ${dialectSql.isOneOf('workflow_id')} AND status = 'running' AND dry_run = FALSE
     ORDER BY serial_number, id`,
    [workflowIds],
  );
  return rows.map((row) => ({ ...row, hasStarted: row.hasStarted === 1 }));
}

/** Starts waiting executions. They are due at once. */
export async function startWaiting(
  manager: EntityManager,
  ids: readonly string[],
  atMs: number,
): Promise<void> {
  const at = new Date(atMs);
  await dialectSql.change(
    manager,
    `UPDATE workflow_execution SET started_at = ?, due_at = ?
     WHERE ${dialectSql.isOneOf('id')} AND status = 'running' AND started_at IS NULL`,
    [at, at, ids],
  );
}

/** Adds to the counts of triggers that started no execution because of the mode of the workflow. */
export async function countSkipped(
  manager: EntityManager,
  workflowIds: readonly string[],
  count: number,
  atMs: number,
): Promise<void> {
  await dialectSql.change(
    manager,
    `UPDATE workflow SET skipped_count = skipped_count + ?, skipped_at = ? WHERE ${dialectSql.isOneOf('id')}`,
    [count, new Date(atMs), workflowIds],
  );
}

/** Finds workflows that have waiting executions, but no running one. */
export async function findStalled(manager: EntityManager): Promise<string[]> {
  const rows = await dialectSql.query<{ id: string }>(
    manager,
    `SELECT w.id FROM workflow w JOIN workflow_execution e ON e.workflow_id = w.id
     WHERE w.mode <> 'parallel' AND e.status = 'running' AND e.dry_run = FALSE
     GROUP BY w.id HAVING COUNT(e.started_at) = 0 ORDER BY w.id`,
  );
  return rows.map(({ id }) => id);
}

/** The number of executions that wait until another one has ended. */
export async function countWaiting(manager: EntityManager): Promise<number> {
  const [row] = await dialectSql.query<{ total: number | string }>(
    manager,
    `SELECT COUNT(*) AS total FROM workflow w JOIN workflow_execution e ON e.workflow_id = w.id
     WHERE w.mode <> 'parallel' AND e.status = 'running' AND e.started_at IS NULL`,
  );
  return Number(row?.total ?? 0);
}
