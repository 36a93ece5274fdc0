import { setImmediate as endOfTurn } from 'node:timers/promises';
import DataLoader from 'dataloader';

/**
 * Makes one query of the reads by id that one turn of the event loop asks for. Nothing is kept: each read is of the
 * present.
 * @param readAll reads the rows of these ids, each asked for once; those that do not exist are missing
 * @returns reads one; null where there is none
 */
export function gatherReads<Row extends { id: number }>(
  readAll: (ids: readonly number[]) => Promise<Row[]>,
): (id: number) => Promise<Row | null> {
  const loader = new DataLoader<number, Row | null>(
    async (ids) => {
      const rows = await readAll([...new Set(ids)]);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    {
      cache: false,
      // Requests arrive on sockets of their own, each with microtasks of its own: only after all have been read from
      // does the whole turn's demand stand.
      batchScheduleFn: (dispatch) => setImmediate(dispatch),
    },
  );
  return (id) => loader.load(id);
}

/** Lets all who ask in one turn of the event loop share one read, which begins once they have asked. */
export function shareRead<T>(read: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | undefined;
  return () =>
    (coming ??= endOfTurn().then(() => {
      coming = undefined;
      return read();
    }));
}
