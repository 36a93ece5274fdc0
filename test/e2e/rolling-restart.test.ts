import { ReadinessProxy } from '../factories/readiness-proxy';
import { openDatabase, type TestDatabase, testEnvironment, waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';

jest.setTimeout(60_000);

const CLIENTS = 8;
/** The maximum duration of a shutdown without streams and long requests. A process that hangs ends only after 15 s. */
const STOP_MS = 10_000;

describe('a rolling restart behind a proxy without retries', () => {
  let database: TestDatabase;
  let apis: AppProcess[];
  let proxy: ReadinessProxy;

  beforeAll(async () => {
    database = await openDatabase();
    const { url: DATABASE_URL, queueUrl: QUEUE_URL } = database;
    const shared = { DATABASE_URL, QUEUE_URL, ADMIN_PASSWORD: 'a seeded password', SHUTDOWN_DELAY_MS: 1000 };
    apis = [1, 2].map(() => new AppProcess('api', testEnvironment(shared)));
    for (const api of apis) await api.start();
    proxy = await ReadinessProxy.before(() => apis.map(({ address }) => address));
  });

  afterAll(async () => {
    proxy.stop();
    await Promise.all(apis.map((api) => api.stop()));
    await database.drop();
  });

  it('a rolling restart causes no failed request', async () => {
    const traffic = new AbortController();
    const clients = Array.from({ length: CLIENTS }, () => callUntil(traffic.signal));
    for (const api of apis) {
      const before = api.address;
      await waitFor(() => proxy.uses(before), { what: 'the proxy to use the api' });
      const stoppedAtMs = performance.now();
      await api.stop();
      expect(performance.now() - stoppedAtMs).toBeLessThan(STOP_MS);
      await api.start();
      await waitFor(() => proxy.uses(api.address), { what: 'the proxy to use the api again' });
    }
    traffic.abort();
    const statuses = (await Promise.all(clients)).flat();
    expect(statuses.length).toBeGreaterThan(100);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  async function callUntil(signal: AbortSignal): Promise<number[]> {
    const statuses: number[] = [];
    while (!signal.aborted) {
      const answer = await fetch(`${proxy.address}/api/public/settings`);
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    return statuses;
  }
});
