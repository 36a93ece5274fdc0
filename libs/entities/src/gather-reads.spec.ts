import { gatherReads, shareRead } from './gather-reads';

/**
 * Runs the calls like concurrent requests: each call in its own event, and all of them in one turn of the event loop.
 */
const together = <T>(asks: (() => Promise<T>)[]) =>
  Promise.all(asks.map((ask) => new Promise<T>((resolve) => setImmediate(() => resolve(ask())))));

describe('gatherReads', () => {
  const readAll = jest.fn((ids: readonly number[]) =>
    Promise.resolve(ids.filter((id) => id < 10).map((id) => ({ id }))),
  );
  const read = gatherReads(readAll);

  beforeEach(() => readAll.mockClear());

  it('runs one query for all reads of an event-loop turn, and passes each id to the query once', async () => {
    expect(await together([1, 2, 1, 10].map((id) => () => read(id)))).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 1 },
      null,
    ]);
    expect(readAll.mock.calls).toEqual([[[1, 2, 10]]]);
  });

  it('runs another query for callers in a later turn', async () => {
    await read(1);
    await read(1);
    expect(readAll).toHaveBeenCalledTimes(2);
  });

  it('passes the error of a failed query to all callers of its turn, and queries again for later callers', async () => {
    readAll.mockRejectedValueOnce(new Error('away'));
    const asked = await Promise.allSettled([read(1), read(2)]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await read(1)).toEqual({ id: 1 });
  });
});

describe('shareRead', () => {
  it('starts one read for all calls of an event-loop turn, and another read for calls in a later turn', async () => {
    let reads = 0;
    const read = shareRead(() => Promise.resolve(++reads));
    const first = read();
    expect(reads).toBe(0);
    expect(await together([read, read])).toEqual([2, 2]);
    expect(await first).toBe(1);
  });

  it('passes the error of a failed read to all callers of its turn, and reads again for later callers', async () => {
    const work = jest.fn(() => Promise.resolve(1)).mockRejectedValueOnce(new Error('away'));
    const read = shareRead(work);
    const asked = await Promise.allSettled([read(), read()]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await read()).toBe(1);
  });
});
