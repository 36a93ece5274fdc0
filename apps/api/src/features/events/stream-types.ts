import { type Role, roleCovers } from '@app/kernel';
import { LRUCache } from 'lru-cache';
import type { StreamEvent } from './define-stream-event';

/** The event types that a client receives. */
export type StreamTypes = 'all' | readonly string[];

const SHARED_LISTS = 100;
/** Lists of types by their text. Most streams have one of a few lists, which they share to save memory. */
const lists = new LRUCache<string, readonly string[]>({ max: SHARED_LISTS });

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
  return sent.length === known.length ? 'all' : shared(sent.map(({ type }) => type));
}

function shared(types: readonly string[]): readonly string[] {
  const key = types.join();
  const list = lists.get(key) ?? types;
  lists.set(key, list);
  return list;
}
