import { currentRequestId, runInRequest } from '../request-scope';
import { Batcher, type BatchOptions } from './batcher';

/** Waits long enough for the next batch to start. */
const turns = async () => {
  for (let count = 0; count < 3; count++) await new Promise(setImmediate);
};

/** Creates a batcher that records its batches. The test finishes each batch. */
function recorded(options: BatchOptions<string> = {}) {
  const batches: { items: readonly string[]; finish: () => void }[] = [];
  const batcher = new Batcher<string, string>(
    (items) =>
      new Promise((resolve) =>
        batches.push({ items, finish: () => resolve(items.map((item) => item.toUpperCase())) }),
      ),
    options,
  );
  return { batcher, batches, items: () => batches.map(({ items }) => items) };
}

const statusesOf = async (results: Promise<unknown>[]) =>
  (await Promise.allSettled(results)).map(({ status }) => status);

describe('Batcher', () => {
  it('handles the items of one event-loop turn as one batch, and returns each result to its caller', async () => {
    const { batcher, batches, items } = recorded();
    const all = Promise.all(['a', 'b', 'a'].map((item) => batcher.add(item)));
    expect(batches).toHaveLength(0);
    await turns();
    batches[0]?.finish();
    expect(await all).toEqual(['A', 'B', 'A']);
    expect(items()).toEqual([['a', 'b', 'a']]);
  });

  it('combines items from several events of one turn into one batch', async () => {
    const { batcher, items } = recorded();
    for (const item of ['a', 'b']) setImmediate(() => void batcher.add(item));
    await turns();
    expect(items()).toEqual([['a', 'b']]);
  });

  it('starts a batch while another batch is running', async () => {
    const { batcher, batches } = recorded();
    const first = batcher.add('a');
    await turns();
    const second = batcher.add('b');
    await turns();
    batches[1]?.finish();
    expect(await second).toBe('B');
    batches[0]?.finish();
    expect(await first).toBe('A');
  });

  it('runs batches outside the requests of its callers', async () => {
    const batcher = new Batcher<string, string | undefined>((items) => items.map(() => currentRequestId()));
    expect(await runInRequest('a request', () => batcher.add('a'))).toBeUndefined();
  });

  it('limits the number of items in a batch', async () => {
    const { batcher, items } = recorded({ items: 2 });
    for (const item of ['a', 'b', 'c']) void batcher.add(item);
    await turns();
    expect(items()).toEqual([['a', 'b'], ['c']]);
  });

  it('limits the total size of the items in a batch, but accepts a single item of any size', async () => {
    const { batcher, items } = recorded({ size: 10, sizeOf: ({ length }) => length });
    const added = ['x'.repeat(6), 'y'.repeat(4), 'z'.repeat(30), 'w'];
    for (const item of added) void batcher.add(item);
    await turns();
    expect(items()).toEqual([added.slice(0, 2), added.slice(2, 3), added.slice(3)]);
  });

  it("fails all items of a batch with the batch's error, but no later item", async () => {
    const handle = jest.fn(async (items: readonly string[]) => items);
    handle.mockRejectedValueOnce(new Error('away'));
    const batcher = new Batcher(handle);
    expect(await statusesOf(['a', 'b'].map((item) => batcher.add(item)))).toEqual(['rejected', 'rejected']);
    expect(await batcher.add('c')).toBe('c');
    expect(handle).toHaveBeenCalledTimes(2);
  });

  it('fails the items if the handler throws synchronously', async () => {
    const batcher = new Batcher(() => {
      throw new Error('broken');
    });
    await expect(batcher.add('a')).rejects.toThrow('broken');
  });

  it('fails only the item whose result is a rejected promise', async () => {
    const batcher = new Batcher((items: readonly string[]) =>
      items.map((item) => (item === 'bad' ? Promise.reject(new Error('refused')) : item)),
    );
    const results = ['a', 'bad', 'b'].map((item) => batcher.add(item));
    expect(await statusesOf(results)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('fails items whose results are missing, instead of leaving their callers waiting', async () => {
    const batcher = new Batcher((items: readonly string[]) => items.slice(1));
    await expect(batcher.add('a')).rejects.toThrow('A batch of 1 items returned 0 results.');
  });

  describe('after the error of a batch', () => {
    it('finds the item that caused the error in a few attempts, and handles all other items', async () => {
      const handle = jest.fn(async (items: readonly number[]) => {
        if (items.includes(77)) throw new Error('refused');
        return items;
      });
      const batcher = new Batcher(handle, { mayBeOfOneItem: () => true });
      const statuses = await statusesOf(Array.from({ length: 200 }, (_, item) => batcher.add(item)));
      expect(statuses.flatMap((status, item) => (status === 'rejected' ? [item] : []))).toEqual([77]);
      expect(handle.mock.calls.length).toBeLessThan(20);
    });

    it('does not repeat the batch if no single item can have caused the error', async () => {
      const handle = jest.fn(() => Promise.reject(new Error('unreachable')));
      const batcher = new Batcher(handle, { mayBeOfOneItem: () => false });
      expect(await statusesOf(['a', 'b'].map((item) => batcher.add(item)))).toEqual(['rejected', 'rejected']);
      expect(handle).toHaveBeenCalledTimes(1);
    });
  });

  describe('with serial batches', () => {
    it('collects items for the next batch while a batch is running, up to the limit', async () => {
      const { batcher, batches, items } = recorded({ isSerial: true, items: 3 });
      const all = [batcher.add('a')];
      await turns();
      for (const item of ['b', 'c', 'd', 'e']) all.push(batcher.add(item));
      await turns();
      expect(batches).toHaveLength(1);
      for (let batch = 0; batch < 3; batch++) {
        batches[batch]?.finish();
        await turns();
      }
      expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D', 'E']);
      expect(items()).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
    });

    it('lets callers whose item was just handled add another item to the next batch', async () => {
      const { batcher, batches, items } = recorded({ isSerial: true });
      const again = batcher.add('a').then(() => new Promise(setImmediate).then(() => batcher.add('c')));
      await turns();
      const waiting = batcher.add('b');
      batches[0]?.finish();
      await turns();
      batches[1]?.finish();
      expect(await Promise.all([again, waiting])).toEqual(['C', 'B']);
      expect(items()).toEqual([['a'], ['b', 'c']]);
    });

    it('continues after a failed batch', async () => {
      const handle = jest.fn(async (items: readonly string[]) => items);
      handle.mockRejectedValueOnce(new Error('away'));
      const batcher = new Batcher(handle, { isSerial: true, items: 1 });
      const results = ['a', 'b'].map((item) => batcher.add(item));
      expect(await statusesOf(results)).toEqual(['rejected', 'fulfilled']);
      expect(await batcher.add('c')).toBe('c');
    });
  });
});
