import { dialectSql, type SkippedStartEntity, type TriggerType } from '@app/entities';
import type { EntityManager } from 'typeorm';
import { MOST_WAITING } from './admission';

/** A trigger whose execution was skipped. */
interface SkippedTrigger {
  workflowId: string;
  trigger: TriggerType;
  /** JSON. */
  triggerData: string;
  chainDepth?: number;
  skippedAs?: string;
}

/**
 * Stores triggers to evaluate them again. For each workflow and name, only the last trigger is kept. The transaction
 * must have locked the workflows.
 */
export async function storeSkipped(
  manager: EntityManager,
  triggers: readonly SkippedTrigger[],
  atMs: number,
): Promise<void> {
  const last = new Map(triggers.map((one) => [`${one.workflowId} ${one.skippedAs ?? ''}`, one]));
  if (last.size === 0) return;
  const kept = [...last.values()];
  await dialectSql.upsert(
    manager,
    'skipped_start',
    ['workflow_id', 'name'],
    [
      { name: 'workflow_id', type: 'text', values: kept.map(({ workflowId }) => workflowId) },
      { name: 'name', type: 'text', values: kept.map(({ skippedAs }) => skippedAs ?? '') },
      { name: 'kind', type: 'text', values: kept.map(({ trigger }) => trigger) },
      { name: 'payload', type: 'text', values: kept.map(({ triggerData }) => triggerData) },
      { name: 'chain_depth', type: 'int', values: kept.map(({ chainDepth }) => chainDepth ?? 0) },
      { name: 'skipped_at', type: 'instant', values: atMs },
    ],
  );
}

export type SkippedStart = Omit<SkippedStartEntity, 'skippedAt'>;

/**
 * The oldest skipped triggers of workflows that would accept an execution now. The condition follows `Admission`, except
 * that a workflow that is no longer `single` or `queued` starts them only after its running executions.
 */
export async function findStartable(manager: EntityManager, limit: number): Promise<SkippedStart[]> {
  const rows = await dialectSql.query<SkippedStart & { payload: string }>(
    manager,
    `SELECT s.workflow_id AS "workflowId", s.name, s.kind, s.payload, s.chain_depth AS "chainDepth"
     FROM skipped_start s JOIN workflow w ON w.id = s.workflow_id
     WHERE (SELECT COUNT(*) FROM workflow_execution e
            WHERE e.workflow_id = s.workflow_id AND e.status = 'running' AND e.dry_run = FALSE
              AND (w.mode <> 'queued' OR e.started_at IS NULL))
       < CASE w.mode WHEN 'queued' THEN ${MOST_WAITING} ELSE 1 END
     ORDER BY s.skipped_at, s.name LIMIT ${limit}`,
  );
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) as object }));
}
