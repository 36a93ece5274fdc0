import {
  type AlertEntity,
  type DeliveryTarget,
  type NotificationDeliveryEntity,
  type NotificationRuleEntity,
} from '@app/entities';
import { channelsOf, targetsOf } from '../rules/rule-channels';
import { targetKeyOf } from '../planning/plan-deliveries';

type Message = Pick<NotificationDeliveryEntity, 'type' | 'status' | 'targetKey'>;

/** Returns the reason why a message must no longer be sent; null if it may be sent. */
export function dropReason(
  message: Message,
  rule: Pick<NotificationRuleEntity, 'enabled' | 'channel' | 'escalation'> | null,
  alert: Pick<AlertEntity, 'state' | 'acknowledged'> | null,
): string | null {
  if (!rule) return 'The notification rule was deleted.';
  if (!rule.enabled) return 'The notification rule was disabled.';
  const targets: DeliveryTarget[] = channelsOf(rule).flatMap(targetsOf);
  if (!targets.some((target) => targetKeyOf(target) === message.targetKey))
    return 'The notification rule no longer names this recipient.';
  if (!alert) return 'The alert was deleted.';
  if (message.type === 'alert.cleared') return null;
  const isOver = alert.state !== 'active';
  if (isOver && message.status === 'held') return 'The alert was cleared or shelved during the quiet hours.';
  if (message.type !== 'alert.escalated') return null;
  return isOver || alert.acknowledged
    ? 'The alert was acknowledged, shelved or cleared before the escalation.'
    : null;
}
