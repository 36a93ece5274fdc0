import type { Channel } from './notifications.queries';

/** The recipients of a channel in one line. */
export function recipientsOf({ to, url }: Pick<Channel, 'to' | 'url'>): string {
  return url ?? (to ?? []).join(', ');
}
