import { AlertEntity, dialectSql, instantColumn } from '@app/entities';
import { chunksOf } from '@app/kernel';
import type { EntityManager } from 'typeorm';

/** Rows per statement. This many rows need far fewer parameters than a database accepts. */
const ROWS_PER_STATEMENT = 500;

/** Inserts alerts, except those whose origin already has an active alert. */
export async function insertAlertsUnlessActive(
  manager: EntityManager,
  alerts: readonly Omit<AlertEntity, 'id'>[],
): Promise<void> {
  for (const values of chunksOf(alerts, ROWS_PER_STATEMENT)) {
    await manager
      .createQueryBuilder()
      .insert()
      .into(AlertEntity)
      .values(values)
      .orIgnore()
      .updateEntity(false)
      .execute();
  }
}

/** Stores the fields of locked alerts. */
export async function updateAlerts(manager: EntityManager, alerts: readonly AlertEntity[]): Promise<void> {
  if (alerts.length === 0) return;
  const text = (name: string, property: keyof AlertEntity) => ({
    name,
    type: 'text' as const,
    values: alerts.map((alert) => alert[property] as string | null),
  });
  const instants = (name: string, of: (alert: AlertEntity) => Date | null) =>
    instantColumn(name, alerts.map(of));
  await dialectSql.upsert(
    manager,
    'alert',
    ['id'],
    [
      { name: 'id', type: 'int', values: alerts.map(({ id }) => id) },
      text('source', 'source'),
      text('type', 'type'),
      text('originator', 'originator'),
      text('origin_key', 'originKey'),
      text('active_key', 'activeKey'),
      text('severity', 'severity'),
      text('state', 'state'),
      { name: 'acknowledged', type: 'boolean', values: alerts.map((alert) => Number(alert.acknowledged)) },
      text('point_code', 'pointCode'),
      { name: 'area_id', type: 'int', values: alerts.map(({ areaId }) => areaId) },
      text('title', 'title'),
      text('message', 'message'),
      { name: 'value', type: 'text', values: alerts.map(({ value }) => JSON.stringify(value)) },
      { name: 'threshold', type: 'double', values: alerts.map(({ threshold }) => threshold) },
      { name: 'messages', type: 'text', values: alerts.map(({ messages }) => JSON.stringify(messages)) },
      { name: 'occurrences', type: 'int', values: alerts.map(({ occurrences }) => occurrences) },
      instants('raised_at', ({ raisedAt }) => raisedAt),
      instants('last_raised_at', ({ lastRaisedAt }) => lastRaisedAt),
      instants('acknowledged_at', ({ acknowledgedAt }) => acknowledgedAt),
      text('acknowledged_by', 'acknowledgedBy'),
      instants('cleared_at', ({ clearedAt }) => clearedAt),
      text('cleared_by', 'clearedBy'),
      instants('shelved_until', ({ shelvedUntil }) => shelvedUntil),
      text('shelved_by', 'shelvedBy'),
      text('shelve_reason', 'shelveReason'),
      text('repeats_event_id', 'repeatsEventId'),
    ],
  );
}
