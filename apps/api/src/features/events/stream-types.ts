import { type Role, roleCovers } from '@app/kernel';
import type { StreamEvent } from './define-stream-event';

/** The event types that a client receives. */
export type StreamTypes = 'all' | readonly string[];

/**
 * Returns the requested types that the client may see.
 * @param names event types or short kinds. Unknown names are ignored; if all names are unknown, the client receives
 *   only heartbeats. If no names are given, all types are requested
 */
export function streamTypesOf(
  names: readonly string[] | undefined,
  role: Role,
  known: readonly Pick<StreamEvent, 'type' | 'kind' | 'lowestRole'>[],
): StreamTypes {
  const named = new Set(names);
  const sent = known.filter(
    ({ type, kind, lowestRole }) =>
      roleCovers(role, lowestRole) && (named.size === 0 || named.has(type) || named.has(kind)),
  );
  return sent.length === known.length ? 'all' : sent.map(({ type }) => type);
}
