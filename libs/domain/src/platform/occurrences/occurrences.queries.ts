import { databaseClock, dialectSql, WorkflowExecutionEntity } from '@app/entities';
import { newId } from '@app/kernel';
import { type EntityManager, In } from 'typeorm';
import type { Occurrence } from './occurrence';

/** The depth of each execution in its chain, by id. Deleted executions are left out. */
export async function readChainDepths(
  manager: EntityManager,
  executionIds: readonly string[],
): Promise<Map<string, number>> {
  if (executionIds.length === 0) return new Map();
  const rows = await manager.find(WorkflowExecutionEntity, {
    select: { id: true, chainDepth: true },
    where: { id: In([...executionIds]) },
  });
  return new Map(rows.map(({ id, chainDepth }) => [id, chainDepth]));
}

/** Inserts a row for each occurrence, in the given order. */
export async function insertOccurrences(
  manager: EntityManager,
  occurrences: readonly (Occurrence & { chainDepth: number })[],
  occurredAtMs: number,
): Promise<void> {
  await dialectSql.insert(manager, 'trigger_occurrence', [
    { name: 'id', type: 'text', values: occurrences.map(() => newId()) },
    { name: 'kind', type: 'text', values: occurrences.map(({ kind }) => kind) },
    { name: 'name', type: 'text', values: occurrences.map(({ name }) => name) },
    { name: 'payload', type: 'text', values: occurrences.map(({ payload }) => JSON.stringify(payload)) },
    { name: 'occurred_at', type: 'instant', values: occurredAtMs },
    { name: 'recorded_at', type: 'instant', values: { sql: databaseClock.now } },
    {
      name: 'workflow_id',
      type: 'text',
      values: occurrences.map((each) => (each.kind === 'state_change' ? (each.workflowId ?? null) : null)),
    },
    { name: 'chain_depth', type: 'int', values: occurrences.map(({ chainDepth }) => chainDepth) },
  ]);
}
