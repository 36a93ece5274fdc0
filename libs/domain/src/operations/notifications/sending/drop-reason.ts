import {
  type AlertEntity,
  type DeliveryTarget,
  type NotificationDeliveryEntity,
  type NotificationRuleEntity,
} from '@app/entities';
import { channelsOf, targetsOf } from '../rules/rule-channels';
import { targetKeyOf } from '../planning/plan-deliveries';

type Message = Pick<NotificationDeliveryEntity, 'type' | 'status' | 'ruleId' | 'targetKey'>;
type Rule = Pick<NotificationRuleEntity, 'id' | 'enabled' | 'channel' | 'escalation'>;

/** Returns true if the rule may still send the message. */
export function isSender(rule: Rule, { targetKey }: Pick<Message, 'targetKey'>): boolean {
  const targets: DeliveryTarget[] = channelsOf(rule).flatMap(targetsOf);
  return rule.enabled && targets.some((target) => targetKeyOf(target) === targetKey);
}

/**
 * Returns the reason why a message must no longer be sent; null if it may be sent.
 * @param rules the rules for which the message was planned and that still exist. One that may send it is enough
 */
export function dropReason(
  message: Message,
  rules: readonly Rule[],
  alert: Pick<AlertEntity, 'state' | 'acknowledged'> | null,
): string | null {
  if (!rules.some((rule) => isSender(rule, message))) {
    const rule = rules.find(({ id }) => id === message.ruleId);
    if (!rule) return 'The notification rule was deleted.';
    return rule.enabled
      ? 'The notification rule no longer names this recipient.'
      : 'The notification rule was disabled.';
  }
  if (!alert) return 'The alert was deleted.';
  if (message.type === 'alert.cleared') return null;
  const isOver = alert.state !== 'active';
  if (isOver && message.status === 'held') return 'The alert was cleared or shelved during the quiet hours.';
  if (message.type !== 'alert.escalated') return null;
  return isOver || alert.acknowledged
    ? 'The alert was acknowledged, shelved or cleared before the escalation.'
    : null;
}
