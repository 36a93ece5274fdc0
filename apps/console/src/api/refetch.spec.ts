import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { isLive, refetch } from './refetch';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('refetch', () => {
  const client = new QueryClient();
  afterEach(() => client.clear());

  /** A shown query whose requests the test answers. */
  function shown(queryKey: string[], staleTime = 0) {
    const requests: ((answer: string) => void)[] = [];
    const queryFn = () => new Promise<string>((resolve) => requests.push(resolve));
    const observer = new QueryObserver(client, { queryKey, queryFn, staleTime });
    const end = observer.subscribe(() => {});
    return { requests, observer, end };
  }

  it('fetches again after the first request, which may have been answered before the change', async () => {
    const { requests, observer, end } = shown(['a', 'first']);
    void refetch(client, ['a']);
    expect(requests).toHaveLength(1);
    requests[0]?.('before the change');
    await settled();
    requests[1]?.('after the change');
    await settled();
    expect([requests.length, observer.getCurrentResult().data]).toEqual([2, 'after the change']);
    end();
  });

  it('fetches only live data again if nothing else can have changed', async () => {
    const [live, still] = [shown(['live']), shown(['still'], 60_000)];
    void refetch(client, [], isLive);
    for (const { requests } of [live, still]) requests[0]?.('first');
    await settled();
    expect([live.requests.length, still.requests.length]).toEqual([2, 1]);
    live.requests[1]?.('second');
    await settled();
    live.end();
    still.end();
  });

  it('does not fetch lasting data again that no page shows yet', async () => {
    const lasting = jest.fn(() => Promise.resolve('first'));
    const fetched = client.fetchQuery({ queryKey: ['lasting'], queryFn: lasting, staleTime: Infinity });
    void refetch(client, [], isLive);
    await fetched;
    await settled();
    expect(client.getQueryState(['lasting'])).toMatchObject({ isInvalidated: false });
    expect(lasting).toHaveBeenCalledTimes(1);
  });

  it('replaces a later request, and leaves queries with other keys alone', async () => {
    const [one, other] = [shown(['a', 'one']), shown(['b'])];
    one.requests[0]?.('first');
    other.requests[0]?.('first');
    await settled();
    void refetch(client, ['a']);
    void refetch(client, ['a']);
    await settled();
    expect([one.requests.length, other.requests.length]).toEqual([3, 1]);
    one.end();
    other.end();
  });
});
