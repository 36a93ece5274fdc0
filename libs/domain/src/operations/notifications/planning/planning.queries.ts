import { type Message } from '@app/kernel';
import {
  AlertEntity,
  AlertNoticeEntity,
  NotificationDeliveryEntity,
  NotificationEscalationEntity,
  NotificationRuleEntity,
} from '@app/entities';
import { type EntityManager, In, LessThanOrEqual, Not } from 'typeorm';

const ROWS_PER_STATEMENT = 500;

/**
 * Locks the oldest notices, and all notices of their alerts. Waits for other planners that have locked notices, so the
 * message that an alert was raised is always planned before the message that it was cleared.
 */
export async function lockNotices(manager: EntityManager, limit: number): Promise<AlertNoticeEntity[]> {
  const lock = { mode: 'pessimistic_write' } as const;
  const oldest = await manager.find(AlertNoticeEntity, { order: { id: 'ASC' }, take: limit, lock });
  if (oldest.length === 0) return [];
  const alertId = In([...new Set(oldest.map((notice) => notice.alertId))]);
  const others = await manager.find(AlertNoticeEntity, {
    where: { alertId, id: Not(In(oldest.map(({ id }) => id))) },
    order: { id: 'ASC' },
    lock,
  });
  return [...oldest, ...others];
}

export async function deleteNotices(manager: EntityManager, ids: readonly string[]): Promise<void> {
  for (const id of parts(ids)) await manager.delete(AlertNoticeEntity, { id: In(id) });
}

export async function findAlertsById(
  manager: EntityManager,
  ids: readonly number[],
): Promise<Map<number, AlertEntity>> {
  const alerts = await manager.findBy(AlertEntity, { id: In([...new Set(ids)]) });
  return new Map(alerts.map((alert) => [alert.id, alert]));
}

/** Locks these alerts until the transaction ends. */
export async function lockAlerts(
  manager: EntityManager,
  ids: readonly number[],
): Promise<Map<number, AlertEntity>> {
  const alerts = await manager.find(AlertEntity, {
    where: { id: In([...new Set(ids)]) },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  return new Map(alerts.map((alert) => [alert.id, alert]));
}

export function findEnabledRules(manager: EntityManager): Promise<NotificationRuleEntity[]> {
  return manager.find(NotificationRuleEntity, { where: { enabled: true }, order: { id: 'ASC' } });
}

/** Inserts deliveries, except those that have already been planned. */
export async function insertDeliveries(
  manager: EntityManager,
  deliveries: readonly NotificationDeliveryEntity[],
): Promise<void> {
  for (const values of parts(deliveries)) {
    const insertion = manager.createQueryBuilder().insert().into(NotificationDeliveryEntity).values(values);
    await insertion.orIgnore().updateEntity(false).execute();
  }
}

export async function insertEscalations(
  manager: EntityManager,
  escalations: readonly NotificationEscalationEntity[],
): Promise<void> {
  for (const values of parts(escalations)) {
    const insertion = manager.createQueryBuilder().insert().into(NotificationEscalationEntity).values(values);
    await insertion.orIgnore().updateEntity(false).execute();
  }
}

/** Drops the held messages of these alerts. */
export async function dropHeld(
  manager: EntityManager,
  alertIds: readonly number[],
  error: Message,
): Promise<void> {
  await manager.update(
    NotificationDeliveryEntity,
    { alertId: In([...alertIds]), status: 'held' },
    { status: 'dropped', dueAt: null, error },
  );
}

/** The sent and pending messages that report these alerts, oldest first. */
export function findReports(
  manager: EntityManager,
  alertIds: readonly number[],
): Promise<NotificationDeliveryEntity[]> {
  return manager.find(NotificationDeliveryEntity, {
    where: { alertId: In([...alertIds]), status: In(['pending', 'sent']), type: Not('alert.cleared') },
    order: { id: 'ASC' },
  });
}

/** Sets the held messages about these alerts to be due now. */
export async function releaseHeld(
  manager: EntityManager,
  alertIds: readonly number[],
  now: Date,
): Promise<void> {
  if (alertIds.length === 0) return;
  const held = { alertId: In([...alertIds]), status: 'held' as const };
  await manager.update(NotificationDeliveryEntity, held, { dueAt: now });
}

/** The rules that have messages about these alerts, as `<rule id> <alert id>`. */
export async function findPlannedRules(
  manager: EntityManager,
  alertIds: readonly number[],
): Promise<Set<string>> {
  const planned = await manager.find(NotificationDeliveryEntity, {
    select: { ruleId: true, otherRuleIds: true, alertId: true },
    where: { alertId: In([...alertIds]) },
  });
  return new Set(
    planned.flatMap(({ ruleId, otherRuleIds, alertId }) =>
      [ruleId, ...(otherRuleIds ?? [])].map((id) => `${id} ${alertId}`),
    ),
  );
}

/** Locks due escalations, and skips those that another worker has locked. */
export function lockDueEscalations(
  manager: EntityManager,
  now: Date,
  limit: number,
): Promise<NotificationEscalationEntity[]> {
  return manager.find(NotificationEscalationEntity, {
    where: { dueAt: LessThanOrEqual(now) },
    order: { dueAt: 'ASC' },
    take: limit,
    lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
  });
}

export async function deleteEscalations(
  manager: EntityManager,
  escalations: readonly NotificationEscalationEntity[],
): Promise<void> {
  const keys = escalations.map(({ ruleId, noticeId, step }) => ({ ruleId, noticeId, step }));
  if (keys.length > 0) await manager.delete(NotificationEscalationEntity, keys);
}

function parts<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / ROWS_PER_STATEMENT);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT),
  );
}
