import { createHash } from 'node:crypto';
import type {
  AlertEntity,
  DeliveryTarget,
  NotificationDeliveryEntity,
  NotificationEscalationEntity,
  NotificationRuleEntity,
  NotificationType,
} from '@app/entities';
import { groupBy, newId } from '@app/kernel';
import { channelsOf, targetsOf } from '../rules/rule-channels';
import { heldUntil } from './quiet-hours';

/** The event that a message reports. */
export interface Occasion {
  type: NotificationType;
  /** The notice that caused the message. */
  noticeId: string;
  alert: Pick<AlertEntity, 'id' | 'severity'>;
}

/** The time of the plan, and the time zone of quiet hours. */
export interface PlanningMoment {
  now: Date;
  /** The platform's time zone, for quiet hours without one. */
  zone: string;
}

type SendingRule = Pick<NotificationRuleEntity, 'id' | 'quietHours'>;

/**
 * The messages of one channel of a rule.
 * @param index 0 for the rule's channel, n for the escalation step n
 */
export function deliveriesOfChannel(
  rule: NotificationRuleEntity,
  index: number,
  occasion: Occasion,
  moment: PlanningMoment,
): NotificationDeliveryEntity[] {
  const channel = channelsOf(rule)[index];
  const afterMinutes = rule.escalation[index - 1]?.afterMinutes ?? 0;
  return channel
    ? targetsOf(channel).map((target) => deliveryTo(rule, target, occasion, moment, afterMinutes))
    : [];
}

/**
 * Plans a message to one recipient. During the quiet hours of the rule, the message is held.
 * @param afterMinutes the time of an escalation after the raise; 0 for all other messages
 */
export function deliveryTo(
  rule: SendingRule,
  channel: DeliveryTarget,
  { type, noticeId, alert }: Occasion,
  { now, zone }: PlanningMoment,
  afterMinutes = 0,
): NotificationDeliveryEntity {
  const quietUntil = heldUntil(rule.quietHours, alert.severity, zone, now.getTime());
  const targetKey = targetKeyOf(channel);
  return {
    id: newId(),
    uniqueKey: hashOf([noticeId, type, afterMinutes, targetKey]),
    ruleId: rule.id,
    otherRuleIds: [],
    alertId: alert.id,
    type,
    channel,
    targetKey,
    status: quietUntil ? 'held' : 'pending',
    isExcess: false,
    attempts: 0,
    error: null,
    claim: null,
    dueAt: quietUntil ?? now,
    createdAt: now,
    sentAt: null,
  };
}

/**
 * Merges messages that several rules send to the same recipient for the same reason. The rule whose message is due first
 * sends it, so the quiet hours of one rule do not delay the message of another.
 */
export function oncePerRecipient(
  deliveries: readonly NotificationDeliveryEntity[],
): NotificationDeliveryEntity[] {
  return [...groupBy(deliveries, ({ uniqueKey }) => uniqueKey).values()].flatMap((same) => {
    const [first, ...others] = same.toSorted((one, other) => Number(one.dueAt) - Number(other.dueAt));
    if (!first) return [];
    const otherIds = others.map(({ ruleId }) => ruleId).filter((id) => id !== first.ruleId);
    return [Object.assign(first, { otherRuleIds: [...new Set(otherIds)] })];
  });
}

/** The escalations of a rule for a raised alert. */
export function escalationsOf(
  { id: ruleId, escalation }: Pick<NotificationRuleEntity, 'id' | 'escalation'>,
  { noticeId, alert }: Occasion,
  raisedAt: Date,
): NotificationEscalationEntity[] {
  return escalation.map(({ afterMinutes }, index) => ({
    ruleId,
    noticeId,
    step: index + 1,
    alertId: alert.id,
    dueAt: new Date(raisedAt.getTime() + afterMinutes * 60_000),
  }));
}

/** Returns a key of the recipient, which is the same in all rules. */
export function targetKeyOf(target: DeliveryTarget): string {
  if (target.kind === 'mail') return hashOf([target.kind, target.to.map((to) => to.toLowerCase())]);
  return hashOf(target.kind === 'webhook' ? [target.kind, target.url] : [target.kind]);
}

function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
