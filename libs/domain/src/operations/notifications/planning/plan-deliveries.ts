import { createHash } from 'node:crypto';
import type {
  AlertEntity,
  DeliveryTarget,
  NotificationDeliveryEntity,
  NotificationEscalationEntity,
  NotificationRuleEntity,
  NotificationType,
} from '@app/entities';
import { newId } from '@app/kernel';
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
  return channel ? targetsOf(channel).map((target) => deliveryTo(rule, target, occasion, moment, index)) : [];
}

/** Plans a message to one recipient. During the quiet hours of the rule, the message is held. */
export function deliveryTo(
  rule: SendingRule,
  channel: DeliveryTarget,
  { type, noticeId, alert }: Occasion,
  { now, zone }: PlanningMoment,
  index = 0,
): NotificationDeliveryEntity {
  const quietUntil = heldUntil(rule.quietHours, alert.severity, zone, now.getTime());
  const targetKey = targetKeyOf(channel);
  return {
    id: newId(),
    uniqueKey: hashOf([rule.id, noticeId, type, index, targetKey]),
    ruleId: rule.id,
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
  return hashOf(
    target.kind === 'mail'
      ? [target.kind, target.to.map((to) => to.toLowerCase())]
      : [target.kind, target.url],
  );
}

function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
