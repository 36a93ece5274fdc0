import { NotificationDeliveryEntity, NotificationRuleEntity, PagedList } from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import type { EntityManager } from 'typeorm';

const DELIVERIES = new PagedList(NotificationDeliveryEntity, {
  columns: ['id', 'alertId', 'type', 'channel', 'status', 'attempts', 'error', 'createdAt', 'sentAt'],
  order: ['id'],
  direction: 'DESC',
});

/** A delivery as clients see it. */
export type NotificationDelivery = Pick<
  NotificationDeliveryEntity,
  'id' | 'alertId' | 'type' | 'channel' | 'status' | 'attempts' | 'error' | 'createdAt' | 'sentAt'
>;

export function findRule(manager: EntityManager, id: number): Promise<NotificationRuleEntity | null> {
  return manager.findOneBy(NotificationRuleEntity, { id });
}

/** Read the rule and lock it until the transaction ends. */
export function lockRule(manager: EntityManager, id: number): Promise<NotificationRuleEntity | null> {
  return manager.findOne(NotificationRuleEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** Insert the rule, or update it if it has an id. */
export function saveRule(
  manager: EntityManager,
  rule: Omit<NotificationRuleEntity, 'id'> & { id?: number },
): Promise<NotificationRuleEntity> {
  return manager.save(manager.create(NotificationRuleEntity, rule));
}

export async function deleteRule(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(NotificationRuleEntity, { id });
}

/** The deliveries of a rule, newest first. */
export function findDeliveriesOfRule(
  manager: EntityManager,
  ruleId: number,
  page: PageRequest,
): Promise<Page<NotificationDelivery>> {
  return DELIVERIES.read(manager, page, { equals: { ruleId } });
}
