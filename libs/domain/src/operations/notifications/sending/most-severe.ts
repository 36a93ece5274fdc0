import type { AlertEntity } from '@app/entities';
import { ALERT_SEVERITIES } from '@app/kernel';

/** Returns the messages about the most severe alerts, the most severe first. */
export function mostSevere<Message extends { alert: AlertEntity }>(
  messages: readonly Message[],
  count: number,
): Message[] {
  return messages.toSorted((one, other) => rank(one.alert) - rank(other.alert)).slice(0, count);
}

/** The position of the severity in descending order: 0 for the highest. */
function rank({ severity }: AlertEntity): number {
  return ALERT_SEVERITIES.indexOf(severity);
}
