import { Batcher } from '@app/kernel';

/**
 * Combines the reads by key that are requested in one turn of the event loop into one query. Nothing is cached, so each
 * read returns the current row.
 * @param readAll reads the rows of the given keys. The keys are unique, and the result omits keys without a row
 * @returns a function that reads the row of a key, or null if the key has no row
 */
export function gatherReadsBy<Key extends string | number, Row>(
  readAll: (keys: readonly Key[]) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): (key: Key) => Promise<Row | null> {
  const reads = new Batcher<Key, Row | null>(async (keys) => {
    const rows = await readAll([...new Set(keys)]);
    const byKey = new Map(rows.map((row) => [keyOf(row), row]));
    return keys.map((key) => byKey.get(key) ?? null);
  });
  return (key) => reads.add(key);
}

/** Like `gatherReadsBy`, with the id as the key. */
export function gatherReads<Row extends { id: number }>(
  readAll: (ids: readonly number[]) => Promise<Row[]>,
): (id: number) => Promise<Row | null> {
  return gatherReadsBy(readAll, ({ id }) => id);
}

/** Lets all callers of one turn of the event loop share one read, which begins at the end of that turn. */
export function shareRead<T>(read: () => Promise<T>): () => Promise<T> {
  const reads = new Batcher<undefined, T>(async (callers) => {
    const value = await read();
    return callers.map(() => value);
  });
  return () => reads.add(undefined);
}
