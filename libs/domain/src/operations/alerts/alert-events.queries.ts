import { AlertEventEntity, AlertNoticeEntity, dialectSql, instantColumn, storedMessage } from '@app/entities';
import { type EntityManager, In } from 'typeorm';

/**
 * Reads the events that count repeats. The caller has locked their alerts, so no other transaction changes the events.
 */
export function findRepeats(manager: EntityManager, ids: readonly string[]): Promise<AlertEventEntity[]> {
  return ids.length === 0 ? Promise.resolve([]) : manager.findBy(AlertEventEntity, { id: In([...ids]) });
}

/** Inserts new events, and updates events that exist. */
export async function storeAlertEvents(
  manager: EntityManager,
  events: readonly AlertEventEntity[],
): Promise<void> {
  if (events.length === 0) return;
  await dialectSql.upsert(
    manager,
    'alert_event',
    ['id'],
    [
      { name: 'id', type: 'text', values: events.map(({ id }) => id) },
      { name: 'alert_id', type: 'int', values: events.map(({ alertId }) => alertId) },
      instantColumn(
        'at',
        events.map(({ at }) => at),
      ),
      { name: 'kind', type: 'text', values: events.map(({ kind }) => kind) },
      { name: 'count', type: 'int', values: events.map(({ count }) => count) },
      instantColumn(
        'last_at',
        events.map(({ lastAt }) => lastAt),
      ),
      { name: 'severity', type: 'text', values: events.map(({ severity }) => severity) },
      instantColumn(
        'shelved_until',
        events.map(({ shelvedUntil }) => shelvedUntil),
      ),
      { name: 'user_id', type: 'int', values: events.map(({ userId }) => userId) },
      { name: 'username', type: 'text', values: events.map(({ username }) => username) },
      { name: 'note', type: 'text', values: events.map(({ note }) => note) },
      { name: 'note_text', type: 'text', values: events.map(({ noteText }) => storedMessage.to(noteText)) },
    ],
  );
}

export async function insertNotices(
  manager: EntityManager,
  notices: readonly AlertNoticeEntity[],
): Promise<void> {
  if (notices.length === 0) return;
  await dialectSql.insert(manager, 'alert_notice', [
    { name: 'id', type: 'text', values: notices.map(({ id }) => id) },
    { name: 'alert_id', type: 'int', values: notices.map(({ alertId }) => alertId) },
    { name: 'kind', type: 'text', values: notices.map(({ kind }) => kind) },
    { name: 'at', type: 'instant', values: notices.map(({ at }) => at.getTime()) },
  ]);
}
