import { setImmediate as endOfTurn } from 'node:timers/promises';
import { runOutsideRequests } from '@app/kernel';
import DataLoader from 'dataloader';

/**
 * Makes one query of the reads by key that one turn of the event loop asks for. Nothing is kept: each read is of the
 * present.
 * @param readAll reads the rows of these keys, each asked for once; those that do not exist are missing
 * @returns reads one; null where there is none
 */
export function gatherReadsBy<Key extends string | number, Row>(
  readAll: (keys: readonly Key[]) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): (key: Key) => Promise<Row | null> {
  const loader = new DataLoader<Key, Row | null>(
    async (keys) => {
      const rows = await readAll([...new Set(keys)]);
      const byKey = new Map(rows.map((row) => [keyOf(row), row]));
      return keys.map((key) => byKey.get(key) ?? null);
    },
    {
      cache: false,
      // Requests arrive on sockets of their own, each with microtasks of its own: only after all have been read from
      // does the whole turn's demand stand.
      batchScheduleFn: (dispatch) => setImmediate(() => runOutsideRequests(dispatch)),
    },
  );
  return (key) => loader.load(key);
}

/** As `gatherReadsBy`, by id. */
export function gatherReads<Row extends { id: number }>(
  readAll: (ids: readonly number[]) => Promise<Row[]>,
): (id: number) => Promise<Row | null> {
  return gatherReadsBy(readAll, ({ id }) => id);
}

/** Lets all who ask in one turn of the event loop share one read, which begins once they have asked. */
export function shareRead<T>(read: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | undefined;
  return () =>
    (coming ??= endOfTurn().then(() => {
      coming = undefined;
      return runOutsideRequests(read);
    }));
}
