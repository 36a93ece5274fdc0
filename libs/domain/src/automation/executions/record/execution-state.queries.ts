import {
  type BulkColumn,
  databaseClock,
  dialectSql,
  storedMessage,
  WorkflowExecutionEntity,
  WorkflowExecutionResultsEntity,
} from '@app/entities';
import { groupBy } from '@app/kernel';
import type { EntityManager } from 'typeorm';
import type { ExecutionWrite, LoadedExecution } from './execution-store';

interface Row {
  id: string;
  workflow_id: string;
  revision: number;
  status: LoadedExecution['status'];
  trigger: LoadedExecution['trigger'];
  dry_run: boolean | number;
  /** Text on PostgreSQL. */
  clock_offset_ms: number | string | null;
  serial_number: number | null;
  version: number;
  wakes: number;
  parent_id: string | null;
  revivals: number;
  due_ms: number | null;
  request_id: string | null;
  claim: LoadedExecution['claim'];
  trigger_data: string;
  webhook_request: string | null;
  given_outputs: string | null;
  state: string | null;
}

/** Loads executions with their trigger data and state. @param holder the worker that loads them */
export async function loadExecutions(
  manager: EntityManager,
  ids: readonly string[],
  holder: string,
): Promise<LoadedExecution[]> {
  const rows = await dialectSql.query<Row>(
    manager,
    `SELECT e.id, e.workflow_id, e.revision, e.status, e.trigger, e.dry_run, e.serial_number, e.version, e.wakes,
       e.parent_id, e.revivals,
       e.clock_offset_ms, ${dialectSql.instantMs('e.due_at')} AS due_ms, e.request_id, e.trigger_data, e.webhook_request,
       e.given_outputs, s.state,
       CASE WHEN e.claimed_by IS NULL THEN 'free'
         WHEN e.claimed_by = ? OR e.claimed_until <= ${databaseClock.now} THEN 'left'
         ELSE 'held' END AS claim
     FROM workflow_execution e LEFT JOIN workflow_execution_state s ON s.execution_id = e.id
     WHERE e.id IN (${placeholders(ids)})`,
    [holder, ...ids],
  );
  return rows.map((row) => ({
    id: row.id,
    workflowId: row.workflow_id,
    revision: row.revision,
    status: row.status,
    trigger: row.trigger,
    dryRun: Boolean(row.dry_run),
    clockOffsetMs: Number(row.clock_offset_ms ?? 0),
    isSerial: row.serial_number !== null,
    version: row.version,
    wakes: row.wakes,
    parentId: row.parent_id,
    recoveries: row.revivals,
    dueAtMs: row.due_ms,
    requestId: row.request_id,
    claim: row.claim,
    triggerData: row.trigger_data,
    webhookRequest: row.webhook_request,
    givenOutputs: row.given_outputs,
    state: row.state,
  }));
}

/** A running execution that a transaction has locked. */
export type LockedExecution = Pick<
  WorkflowExecutionEntity,
  'id' | 'version' | 'trigger' | 'dryRun' | 'chainDepth' | 'callDepth'
>;

/**
 * Locks the given executions that are running, until the transaction ends.
 * @returns the locked executions by id
 */
export async function lockRunning(
  manager: EntityManager,
  ids: readonly string[],
): Promise<Map<string, LockedExecution>> {
  const rows = await dialectSql.query<Omit<LockedExecution, 'dryRun'> & { dryRun: boolean | number }>(
    manager,
    // All transactions lock in the same order, so they cannot deadlock.
    `SELECT e.id, e.version, e.trigger, e.dry_run AS "dryRun", e.chain_depth AS "chainDepth",
       e.call_depth AS "callDepth"
     FROM workflow_execution e WHERE e.id IN (${placeholders(ids)}) AND e.status = 'running'
     ORDER BY e.id FOR UPDATE`,
    ids,
  );
  return new Map(rows.map((row) => [row.id, { ...row, dryRun: Boolean(row.dryRun) }]));
}

/** Returns when executions are due, by id. Leaves out executions that have ended or wait for another one. */
export async function findDueTimes(
  manager: EntityManager,
  ids: readonly string[],
): Promise<{ id: string; version: number; dueAtMs: number }[]> {
  return dialectSql.query(
    manager,
    `SELECT id, version, ${dialectSql.instantMs('due_at')} AS "dueAtMs" FROM workflow_execution
     WHERE due_at IS NOT NULL AND id IN (${placeholders(ids)})`,
    ids,
  );
}

/**
 * Returns true if this update of `holder` was committed, that is, if the stored version of the execution comes from it.
 */
export async function isCommitted(
  manager: EntityManager,
  { id, version, next, dueAtMs, error }: ExecutionWrite,
  holder: string,
): Promise<boolean> {
  const row = await manager.findOneBy(WorkflowExecutionEntity, { id, version: version + 1 });
  if (!row) return false;
  if (next === 'success' || next === 'failed')
    return row.status === next && storedMessage.to(row.error) === storedMessage.to(error ?? null);
  if (row.status !== 'running') return false;
  if (next === 'claim' || next === 'recover') return row.claimedBy === holder;
  // A wake may have set an earlier due time in the meantime.
  return row.claimedBy === null && (dueAtMs === undefined || (row.dueAt?.getTime() ?? Infinity) <= dueAtMs);
}

/**
 * Updates the rows of executions. Rows with equal values share one statement.
 * @returns false if any of them has ended, was deleted or has a newer version
 */
export async function updateExecutions(
  manager: EntityManager,
  writes: readonly ExecutionWrite[],
  by: { holder: string; claimMs: number; atMs: number },
): Promise<boolean> {
  const groups = equalWrites(writes);
  // Several statements would lock the rows in the order of the groups, and could deadlock with other transactions.
  if (groups.length > 1) {
    await lockRunning(
      manager,
      writes.map(({ id }) => id),
    );
  }
  for (const equal of groups) {
    const [first] = equal;
    if (!first) continue;
    const { sql, parameters } = assignmentsOf(first, by);
    const ids = equal.map(({ id }) => id);
    const changed = await dialectSql.change(
      manager,
      `UPDATE workflow_execution SET version = version + 1, ${sql}
       WHERE id IN (${placeholders(ids)}) AND version = ? AND status = 'running'`,
      [...parameters, ...ids, first.version],
    );
    if (changed < ids.length) return false;
  }
  return true;
}

function assignmentsOf(
  { next, dueAtMs, wakes, error }: ExecutionWrite,
  { holder, claimMs, atMs }: { holder: string; claimMs: number; atMs: number },
): { sql: string; parameters: unknown[] } {
  const now = new Date(atMs);
  const unclaimed = 'claimed_by = NULL, claimed_until = NULL';
  switch (next) {
    case 'claim':
    case 'recover': {
      const recoveries = next === 'recover' ? 'revivals + 1' : '0';
      const claim = `claimed_by = ?, claimed_until = ${databaseClock.afterMs(claimMs)}`;
      return { sql: `due_at = ?, revivals = ${recoveries}, ${claim}`, parameters: [now, holder] };
    }
    case 'wait':
      return {
        // A wake sets `due_at` and increments `wakes`. If `wakes` has increased since the execution was loaded, the
        // `due_at` that the wake has set is kept.
        sql: `due_at = CASE WHEN wakes > ? THEN due_at ELSE ? END, revivals = 0, ${unclaimed}`,
        parameters: [wakes ?? 0, new Date(dueAtMs ?? atMs)],
      };
    case 'release':
      return { sql: `due_at = ?, ${unclaimed}`, parameters: [now] };
    default:
      return {
        sql: `status = ?, error = ?, finished_at = ?, due_at = NULL, ${unclaimed}`,
        parameters: [next, storedMessage.to(error ?? null), now],
      };
  }
}

function equalWrites(writes: readonly ExecutionWrite[]): ExecutionWrite[][] {
  const groups = groupBy(writes, ({ next, version, dueAtMs = '', wakes = '', error = null }) =>
    [next, version, dueAtMs, wakes, storedMessage.to(error)].join(' '),
  );
  return [...groups.values()];
}

/** Saves the states of executions; null deletes a state. */
export async function updateStates(
  manager: EntityManager,
  states: readonly { id: string; state: string | null }[],
): Promise<void> {
  const saved = states.flatMap(({ id, state }) => (state === null ? [] : [{ id, state }]));
  const deleted = states.filter(({ state }) => state === null).map(({ id }) => id);
  if (deleted.length > 0) {
    await dialectSql.query(
      manager,
      `DELETE FROM workflow_execution_state WHERE execution_id IN (${placeholders(deleted)})`,
      deleted,
    );
  }
  if (saved.length > 0) await dialectSql.upsert(manager, STATES, ['execution_id'], columnsOf(saved));
}

/** Inserts the states of executions that have none yet. */
export async function insertStates(
  manager: EntityManager,
  states: readonly { id: string; state: string }[],
): Promise<void> {
  await dialectSql.insert(manager, STATES, columnsOf(states));
}

const STATES = 'workflow_execution_state';

function columnsOf(states: readonly { id: string; state: string }[]): BulkColumn[] {
  return [
    { name: 'execution_id', type: 'text', values: states.map(({ id }) => id) },
    { name: 'state', type: 'text', values: states.map(({ state }) => state) },
  ];
}

/** Appends one part to the results of each execution. */
export async function insertResults(
  manager: EntityManager,
  parts: readonly { id: string; part: number; results: readonly string[] }[],
): Promise<void> {
  await dialectSql.insert(manager, 'workflow_execution_results', [
    { name: 'execution_id', type: 'text', values: parts.map(({ id }) => id) },
    { name: 'part', type: 'int', values: parts.map(({ part }) => part) },
    { name: 'results', type: 'text', values: parts.map(({ results }) => `[${results.join(',')}]`) },
  ]);
}

/** Inserts the first part of an execution's results, a JSON array. */
export async function insertResultsOf(manager: EntityManager, id: string, results: string): Promise<void> {
  await manager.insert(WorkflowExecutionResultsEntity, { executionId: id, part: 1, results });
}

const placeholders = (values: readonly unknown[]) => values.map(() => '?').join(', ');
