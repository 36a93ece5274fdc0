import { dialectSql } from '@app/entities';
import { newId } from '@app/kernel';
import type { EntityManager } from 'typeorm';
import type { Occurrence } from './occurrence';

/** Inserts a row for each occurrence, in this order. */
export async function insertOccurrences(
  manager: EntityManager,
  occurrences: readonly Occurrence[],
  occurredAtMs: number,
): Promise<void> {
  await dialectSql.insert(manager, 'trigger_occurrence', [
    { name: 'id', type: 'text', values: occurrences.map(() => newId()) },
    { name: 'kind', type: 'text', values: occurrences.map(({ kind }) => kind) },
    { name: 'name', type: 'text', values: occurrences.map(({ name }) => name) },
    { name: 'payload', type: 'text', values: occurrences.map(({ payload }) => JSON.stringify(payload)) },
    { name: 'occurred_at', type: 'instant', values: occurredAtMs },
  ]);
}
