import { dialectSql, instantColumn, RecentEventEntity, type TriggerOccurrenceEntity } from '@app/entities';
import { type EntityManager, LessThan } from 'typeorm';
import type { Candidate } from './wait-condition';

export type EvaluatedOccurrence = Pick<
  TriggerOccurrenceEntity,
  'id' | 'kind' | 'name' | 'payload' | 'occurredAt' | 'recordedAt'
>;

const EVENTS_PER_PAGE = 100;

interface EventRow {
  id: string;
  payload: string;
  at_ms: number;
  recordedAt: Date;
}

/**
 * Reads the events with this name since an instant, oldest first, in pages. Includes pending occurrences and evaluated
 * events, which are in two tables. Each page reads both tables in a single statement, so that it does not miss an event
 * that is concurrently moved from one to the other.
 */
export async function* eventsSince(
  manager: EntityManager,
  name: string,
  since: Date,
): AsyncGenerator<Candidate[], void, void> {
  let last = { recordedAt: since, id: '' };
  for (;;) {
    const rows = await nextEvents(manager, name, last);
    yield rows.map(({ payload, at_ms }) => ({ payload: JSON.parse(payload) as object, occurredAtMs: at_ms }));
    const end = rows.at(-1);
    if (!end || rows.length < EVENTS_PER_PAGE) return;
    last = end;
  }
}

function nextEvents(
  manager: EntityManager,
  name: string,
  { recordedAt, id }: Pick<EventRow, 'recordedAt' | 'id'>,
): Promise<EventRow[]> {
  const page = `ORDER BY recorded_at, id LIMIT ${EVENTS_PER_PAGE}`;
  const select = (table: string, condition: string) =>
    `SELECT id, payload, ${dialectSql.instantMs('occurred_at')} AS at_ms, recorded_at FROM ${table}
     WHERE name = ? AND recorded_at >= ? AND (recorded_at > ? OR id > ?)${condition} ${page}`;
  const bounds = [name, recordedAt, recordedAt, id];
  return dialectSql.query<EventRow>(
    manager,
    `SELECT id, payload, at_ms, recorded_at AS "recordedAt" FROM (
       (${select('trigger_occurrence', " AND kind = 'event'")}) UNION ALL (${select('recent_event', '')})
     ) events ${page}`,
    [...bounds, ...bounds],
  );
}

/** Stores evaluated events. Call this in the transaction that deletes the events as occurrences. */
export async function keepEvents(
  manager: EntityManager,
  events: readonly EvaluatedOccurrence[],
): Promise<void> {
  if (events.length === 0) return;
  await dialectSql.insert(manager, 'recent_event', [
    { name: 'id', type: 'text', values: events.map(({ id }) => id) },
    { name: 'name', type: 'text', values: events.map((event) => event.name) },
    { name: 'payload', type: 'text', values: events.map(({ payload }) => JSON.stringify(payload)) },
    instantColumn(
      'occurred_at',
      events.map(({ occurredAt }) => occurredAt),
    ),
    instantColumn(
      'recorded_at',
      events.map(({ recordedAt }) => recordedAt),
    ),
  ]);
}

export async function deleteEventsBefore(manager: EntityManager, before: Date): Promise<void> {
  await manager.delete(RecentEventEntity, { occurredAt: LessThan(before) });
}
