import {
  assertAwaited,
  currentRequest,
  currentRequestId,
  RequestAbandoned,
  type RequestScope,
  runInRequest,
} from '../request-scope';
import { RequestBatcher } from './request-batcher';

const turns = async () => {
  for (let count = 0; count < 3; count++) await new Promise(setImmediate);
};
const abandon = (request: RequestScope | undefined) => Object.assign(request ?? {}, { abandoned: true });

describe('RequestBatcher', () => {
  it.each([
    [['only'], ['only']],
    [
      ['first', 'second'],
      [undefined, undefined],
    ],
  ])('handles the items of the requests %j under the request ids %j', async (requests, ids) => {
    const batcher = new RequestBatcher<string, string | undefined>(
      async (items) => items.map(() => currentRequestId()),
      {},
    );
    const results = requests.map((id) => runInRequest(id, () => batcher.add(id)));
    expect(await Promise.all(results)).toEqual(ids);
  });

  it('skips an item whose request was abandoned before its batch began', async () => {
    const handle = jest.fn(async (items: readonly string[]) => items.map((item) => item.toUpperCase()));
    const batcher = new RequestBatcher(handle, {});
    const left = runInRequest('left', () => {
      const added = batcher.add('a');
      abandon(currentRequest());
      return added;
    });
    const stays = batcher.add('b');
    await expect(left).rejects.toThrow(RequestAbandoned);
    expect(await stays).toBe('B');
    expect(handle.mock.calls).toEqual([[['b']]]);
  });

  it('handles nothing if all requests of a batch are abandoned', async () => {
    const handle = jest.fn(async (items: readonly string[]) => items);
    const batcher = new RequestBatcher(handle, {});
    const left = runInRequest('left', () => {
      const added = batcher.add('a');
      abandon(currentRequest());
      return added;
    });
    await expect(left).rejects.toThrow(RequestAbandoned);
    expect(handle).not.toHaveBeenCalled();
  });

  it('repeats a batch without the item of a request that was abandoned before the first statement', async () => {
    const written: (readonly string[])[] = [];
    const scopes: (RequestScope | undefined)[] = [];
    const batcher = new RequestBatcher<string, string>(async (items) => {
      // Simulates a statement that waits for a connection.
      abandon(scopes[0]);
      await turns();
      assertAwaited();
      written.push(items);
      return items;
    }, {});
    const [left, stays] = ['a', 'b'].map((item) =>
      runInRequest(item, () => {
        scopes.push(currentRequest());
        return batcher.add(item);
      }),
    );
    await expect(left).rejects.toThrow(RequestAbandoned);
    expect(await stays).toBe('b');
    expect(written).toEqual([['b']]);
  });

  it('does not repeat a failed batch if none of its requests is abandoned', async () => {
    const handle = jest.fn(() => Promise.reject(new RequestAbandoned()));
    const batcher = new RequestBatcher<string, string>(handle, {});
    await expect(runInRequest('stays', () => batcher.add('a'))).rejects.toThrow(RequestAbandoned);
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it('measures each item with the given size function', async () => {
    const handle = jest.fn(async (items: readonly string[]) => items);
    const batcher = new RequestBatcher(handle, { size: 3, sizeOf: ({ length }) => length });
    await Promise.all(['aa', 'bb'].map((item) => batcher.add(item)));
    expect(handle.mock.calls).toEqual([[['aa']], [['bb']]]);
  });
});
