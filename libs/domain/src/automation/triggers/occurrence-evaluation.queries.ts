import { dialectSql, TriggerOccurrenceEntity } from '@app/entities';
import { type EntityManager, In } from 'typeorm';

/** An occurrence as it was recorded. */
export type RecordedOccurrence = Pick<
  TriggerOccurrenceEntity,
  'id' | 'kind' | 'name' | 'payload' | 'occurredAt' | 'recordedAt' | 'chainDepth' | 'workflowId'
>;

/** Locks the oldest occurrences until the transaction ends, and skips those that another worker has locked. */
export async function lockOccurrences(manager: EntityManager, limit: number): Promise<RecordedOccurrence[]> {
  const rows = await dialectSql.query<RecordedOccurrence & { payload: string }>(
    manager,
    `SELECT id, kind, name, payload, occurred_at AS "occurredAt", recorded_at AS "recordedAt",
       chain_depth AS "chainDepth", workflow_id AS "workflowId"
     FROM trigger_occurrence
     ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  );
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) as object }));
}

export async function removeOccurrences(manager: EntityManager, ids: readonly string[]): Promise<void> {
  await manager.delete(TriggerOccurrenceEntity, { id: In([...ids]) });
}
