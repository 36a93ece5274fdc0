import {
  AlertEntity,
  NotificationDeliveryEntity,
  NotificationRuleEntity,
  NotificationTargetEntity,
} from '@app/entities';
import { type EntityManager, In, IsNull, LessThan, LessThanOrEqual, MoreThanOrEqual } from 'typeorm';

export function findDelivery(manager: EntityManager, id: string): Promise<NotificationDeliveryEntity | null> {
  return manager.findOneBy(NotificationDeliveryEntity, { id });
}

/** Read the delivery and lock it until the transaction ends. */
export function lockDelivery(manager: EntityManager, id: string): Promise<NotificationDeliveryEntity | null> {
  return manager.findOne(NotificationDeliveryEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** The rules with these ids that exist, in the order of the ids. */
export async function findRulesOf(
  manager: EntityManager,
  ids: readonly number[],
): Promise<NotificationRuleEntity[]> {
  const rules = await manager.findBy(NotificationRuleEntity, { id: In([...ids]) });
  return rules.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

export function findAlertOf(manager: EntityManager, id: number): Promise<AlertEntity | null> {
  return manager.findOneBy(AlertEntity, { id });
}

/** Locks the counter of a recipient. Creates it if it does not exist. */
export async function lockTarget(
  manager: EntityManager,
  targetKey: string,
  now: Date,
): Promise<NotificationTargetEntity> {
  const lock = { mode: 'pessimistic_write' } as const;
  const present = await manager.findOne(NotificationTargetEntity, { where: { targetKey }, lock });
  if (present) return present;
  await manager
    .createQueryBuilder()
    .insert()
    .into(NotificationTargetEntity)
    .values({ targetKey, windowStart: now, messages: 0 })
    .orIgnore()
    .execute();
  return manager.findOneOrFail(NotificationTargetEntity, { where: { targetKey }, lock });
}

export async function storeTarget(
  manager: EntityManager,
  targetKey: string,
  counter: Omit<NotificationTargetEntity, 'targetKey'>,
): Promise<void> {
  await manager.update(NotificationTargetEntity, { targetKey }, counter);
}

export async function updateDelivery(
  manager: EntityManager,
  id: string,
  changes: Partial<NotificationDeliveryEntity>,
): Promise<void> {
  await manager.update(NotificationDeliveryEntity, { id }, changes);
}

type SameTarget = Pick<NotificationDeliveryEntity, 'ruleId' | 'targetKey'>;
type Attempted = SameTarget & Pick<NotificationDeliveryEntity, 'claim'>;

/** Postpones all due messages that a rule sends to one recipient. */
export async function postponeDue(
  manager: EntityManager,
  { ruleId, targetKey }: SameTarget,
  now: Date,
  changes: Pick<NotificationDeliveryEntity, 'dueAt' | 'isExcess'>,
): Promise<void> {
  const due = { ruleId, targetKey, status: 'pending' as const, dueAt: LessThanOrEqual(now) };
  await manager.update(NotificationDeliveryEntity, due, changes);
}

/**
 * Claims the due messages of a rule to one recipient that exceed the rate limit. They are sent as one summary. A retry
 * claims only the messages of the earlier attempt, so each attempt sends the same summary.
 * @returns the number of claimed messages
 */
export async function claimExcess(
  manager: EntityManager,
  { ruleId, targetKey, claim: earlier }: Attempted,
  now: Date,
  { claim, dueAt }: { claim: string; dueAt: Date },
): Promise<number> {
  const due = { status: 'pending' as const, dueAt: LessThanOrEqual(now) };
  const { affected } = await manager.update(
    NotificationDeliveryEntity,
    { ruleId, targetKey, isExcess: true, claim: earlier ?? IsNull(), ...due },
    { claim, dueAt, attempts: () => 'attempts + 1' },
  );
  return affected ?? 0;
}

/** The claimed messages that were planned first. */
export interface FirstClaimed extends Pick<NotificationDeliveryEntity, 'id' | 'createdAt'> {
  messages: { type: NotificationDeliveryEntity['type']; alert: AlertEntity }[];
}

/** Reads some of the claimed messages with their alerts. */
export async function findClaimed(
  manager: EntityManager,
  claim: string,
  limit: number,
): Promise<FirstClaimed> {
  const deliveries = await manager.find(NotificationDeliveryEntity, {
    where: { claim },
    order: { id: 'ASC' },
    take: limit,
  });
  const alerts = await manager.findBy(AlertEntity, { id: In(deliveries.map(({ alertId }) => alertId)) });
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  const messages = deliveries.flatMap(({ type, alertId }) => {
    const alert = byId.get(alertId);
    return alert ? [{ type, alert }] : [];
  });
  const [first] = deliveries;
  if (!first) throw new Error('No message has this claim.');
  return { id: first.id, createdAt: first.createdAt, messages };
}

/** Updates the messages of a claim that have no result yet. */
export async function settleClaim(
  manager: EntityManager,
  claim: string,
  changes: Partial<NotificationDeliveryEntity>,
  fewestAttempts = 0,
): Promise<void> {
  const attempts = MoreThanOrEqual(fewestAttempts);
  await manager.update(NotificationDeliveryEntity, { claim, status: 'pending', attempts }, changes);
}

/** The messages that are due, the longest overdue first. */
export function findDueDeliveries(
  manager: EntityManager,
  now: Date,
  limit: number,
): Promise<Pick<NotificationDeliveryEntity, 'id' | 'attempts'>[]> {
  return manager.find(NotificationDeliveryEntity, {
    select: { id: true, attempts: true },
    where: { dueAt: LessThanOrEqual(now) },
    order: { dueAt: 'ASC', id: 'ASC' },
    take: limit,
  });
}

/** Deletes old deliveries. @returns their number */
export async function deleteDeliveriesBefore(
  manager: EntityManager,
  before: Date,
  limit: number,
): Promise<number> {
  const old = await manager.find(NotificationDeliveryEntity, {
    select: { id: true },
    where: { createdAt: LessThan(before) },
    order: { createdAt: 'ASC' },
    take: limit,
  });
  if (old.length > 0) await manager.delete(NotificationDeliveryEntity, { id: In(old.map(({ id }) => id)) });
  return old.length;
}

export async function deleteTargetsBefore(manager: EntityManager, before: Date): Promise<void> {
  await manager.delete(NotificationTargetEntity, { windowStart: LessThan(before) });
}
