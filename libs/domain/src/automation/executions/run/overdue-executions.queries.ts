import { dialectSql, databaseClock } from '@app/entities';
import type { EntityManager } from 'typeorm';

export interface OverdueExecution {
  id: string;
  version: number;
  /** How often the execution was woken by the end of a wait. */
  wakes: number;
  dueAtMs: number;
  requestId: string | null;
}

interface Row {
  id: string;
  version: number;
  wakes: number;
  due_ms: number;
  request_id: string | null;
}

/** Finds executions that were due before `beforeMs` and have no valid claim, oldest first, starting after `after`. */
export async function findOverdue(
  manager: EntityManager,
  beforeMs: number,
  after: { dueAtMs: number; id: string } | null,
  limit: number,
): Promise<OverdueExecution[]> {
  const from = new Date(after?.dueAtMs ?? 0);
  const rows = await dialectSql.query<Row>(
    manager,
    `SELECT id, version, wakes, request_id, ${dialectSql.instantMs('due_at')} AS due_ms FROM workflow_execution
     WHERE due_at < ? AND due_at >= ? AND (due_at > ? OR id > ?)
       AND (claimed_until IS NULL OR claimed_until <= ${databaseClock.now})
     ORDER BY due_at, id LIMIT ${Math.round(limit)}`,
    [new Date(beforeMs), from, from, after?.id ?? ''],
  );
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    wakes: row.wakes,
    dueAtMs: row.due_ms,
    requestId: row.request_id,
  }));
}
