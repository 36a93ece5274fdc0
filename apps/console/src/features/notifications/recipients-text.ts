import type { Channel } from './notifications.queries';
import type { useNotificationTexts } from './notifications.texts';

/** The recipients of a channel in one line. */
export function recipientsOf({ kind, to, url }: Channel, t: ReturnType<typeof useNotificationTexts>): string {
  return kind === 'push' ? t('kind.push') : (url ?? (to ?? []).join(', '));
}
