import { say, type Message } from '@app/kernel';
import {
  type AlertEntity,
  type DeliveryTarget,
  type NotificationDeliveryEntity,
  type NotificationRuleEntity,
} from '@app/entities';
import { channelsOf, targetsOf } from '../rules/rule-channels';
import { targetKeyOf } from '../planning/plan-deliveries';

type Planned = Pick<NotificationDeliveryEntity, 'type' | 'status' | 'ruleId' | 'targetKey'>;
type Rule = Pick<NotificationRuleEntity, 'id' | 'enabled' | 'channel' | 'escalation'>;

/** Returns true if the rule may still send the message. */
export function isSender(rule: Rule, { targetKey }: Pick<Planned, 'targetKey'>): boolean {
  const targets: DeliveryTarget[] = channelsOf(rule).flatMap(targetsOf);
  return rule.enabled && targets.some((target) => targetKeyOf(target) === targetKey);
}

/**
 * Returns the reason why a message must no longer be sent; null if it may be sent.
 * @param rules the rules for which the message was planned and that still exist. One that may send it is enough
 */
export function dropReason(
  message: Planned,
  rules: readonly Rule[],
  alert: Pick<AlertEntity, 'state' | 'acknowledged'> | null,
): Message | null {
  if (!rules.some((rule) => isSender(rule, message))) {
    const rule = rules.find(({ id }) => id === message.ruleId);
    if (!rule) return say('notification_rule_deleted');
    return rule.enabled ? say('recipient_removed') : say('notification_rule_disabled');
  }
  if (!alert) return say('alert_deleted');
  if (message.type === 'alert.cleared') return null;
  const isOver = alert.state !== 'active';
  if (isOver && message.status === 'held') return say('cleared_in_quiet_hours');
  if (message.type !== 'alert.escalated') return null;
  return isOver || alert.acknowledged ? say('cleared_before_escalation') : null;
}
