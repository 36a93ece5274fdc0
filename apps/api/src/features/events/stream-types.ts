import type { StreamKind } from './stream-frame';

/** The event types that a client asked for. */
export type StreamTypes = 'all' | ReadonlySet<string>;

/**
 * The types that `names` name: event types or short kinds. Unknown ones are ignored: a client that names nothing else
 * is sent heartbeats alone.
 */
export function streamTypesOf(
  names: readonly string[] | undefined,
  known: readonly { type: string; kind: StreamKind }[],
): StreamTypes {
  const named = new Set(names);
  if (named.size === 0) return 'all';
  return new Set(
    known.filter(({ type, kind }) => named.has(type) || named.has(kind)).map(({ type }) => type),
  );
}
