import { type Role, roleCovers } from '@app/kernel';
import type { StreamEvent } from './define-stream-event';

/** The event types that a client is sent. */
export type StreamTypes = 'all' | ReadonlySet<string>;

/**
 * The types that a client asks for and may see.
 * @param names event types or short kinds; unknown ones are ignored, so a client that names nothing else is sent
 * heartbeats alone. Without any the client asks for all types.
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
  return sent.length === known.length ? 'all' : new Set(sent.map(({ type }) => type));
}
