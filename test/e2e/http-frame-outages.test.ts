// Runs in the full check only: servers fail, hang, and come back.
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import type { Environment } from '@app/config';
import { BackupEntity, ExportJobEntity, ReportRunEntity } from '@app/entities';
import { TcpRelay } from '../factories/tcp-relay';
import { type TestDatabase, openDatabase, testEnvironment, waitFor } from '../harness';
import { ApiProcess } from '../servers/api-process';

const PASSWORD = 'a seeded password';
const DEADLINE_MS = 3000;
/** The maximum duration of a request: its time limit, and a margin for a busy machine. */
const BOUND_MS = DEADLINE_MS + 10_000;

interface Timed {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
  tookMs: number;
}

describe('the API during an outage of a dependency', () => {
  let database: TestDatabase;
  const running: ApiProcess[] = [];

  beforeEach(async () => {
    database = await openDatabase();
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((api) => api.stop()));
    await database.drop();
  });

  async function start(overrides: Partial<Environment> = {}): Promise<ApiProcess> {
    const api = await ApiProcess.start(
      testEnvironment({
        DATABASE_URL: database.url,
        QUEUE_URL: database.queueUrl,
        ADMIN_PASSWORD: PASSWORD,
        LIMIT_REQUEST_MS: DEADLINE_MS,
        ...overrides,
      }),
    );
    running.push(api);
    return api;
  }

  it('the API responds with 503 while the database is unreachable, and recovers without a restart', async () => {
    const relay = await TcpRelay.before(database.url);
    const api = await start({ DATABASE_URL: relay.url });
    const token = await tokenOf(api);
    await relay.cut();
    const refused = await timed(api.get('/auth/me', token));
    expect(refused).toMatchObject({ status: 503, body: { statusCode: 503, message: expect.any(String) } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Object.keys(refused.body)).toMatchObject(['statusCode', 'message', 'error', 'code']);
    expect(await ready(api)).toMatchObject({
      status: 503,
      body: { status: 'unavailable', database: { reachable: false, latencyMs: null } },
    });
    await relay.mend();
    await waitFor(async () => (await api.get('/auth/me', token)).status === 200, { what: 'the recovery' });
    expect((await ready(api)).status).toBe(200);
    await relay.cut();
  });

  it('the API ends requests in time while the database hangs', async () => {
    const relay = await TcpRelay.before(database.url);
    const api = await start({ DATABASE_URL: relay.url });
    const token = await tokenOf(api);
    relay.freeze();
    // Send more requests than the database pool has connections.
    const hanging = await Promise.all(Array.from({ length: 15 }, () => timed(api.get('/auth/me', token))));
    for (const { status, tookMs } of hanging) {
      expect(status).toBe(503);
      expect(tookMs).toBeLessThan(BOUND_MS);
    }
    const { status, tookMs } = await ready(api);
    expect(status).toBe(503);
    expect(tookMs).toBeLessThan(BOUND_MS);
    expect((await fetch(`${api.ready.address}/health/live`)).status).toBe(200);
    await relay.cut();
  });

  it('the API refuses exports, reports and backups while the queue is unreachable, and accepts them afterwards', async () => {
    const relay = await TcpRelay.before(database.queueUrl);
    // The time limit of requests is longer than the permitted time, so it cannot cause these answers.
    const api = await start({ QUEUE_URL: relay.url, LIMIT_REQUEST_MS: 30_000 });
    const token = await tokenOf(api);
    const created = async (path: string, body: object) => {
      const answer = await timed(api.post(path, body, token));
      expect(answer).toMatchObject({ status: 201 });
      return Number(answer.body.id);
    };
    const config = { title: 'Faults', sections: [{ kind: 'summary', metric: 'faults' }] };
    const templateId = await created('/reports/templates', { name: 'Faults', config });
    const plan = { name: 'Faults', templateId, cron: '0 0 1 1 *', recipients: [], format: 'csv' };
    const planId = await created('/reports', plan);
    const calls = [
      ['/reports/export', { type: 'faults', from: '2026-01-01', to: '2026-01-02' }],
      [`/reports/${planId}/run`, {}],
      ['/system/backups', {}],
    ] as const;
    const countRows = () => {
      const { manager } = database.dataSource;
      return Promise.all([ExportJobEntity, ReportRunEntity, BackupEntity].map((row) => manager.count(row)));
    };

    await relay.cut();
    // The answer for a plan that does not exist is a 404 until the API has noticed the outage.
    const hasNoticed = async () => (await api.post('/reports/4711/run', {}, token)).status === 503;
    await waitFor(hasNoticed, { what: 'the API to notice the outage' });
    for (const [path, body] of calls) {
      const { status, body: refusal, headers, tookMs } = await timed(api.post(path, body, token));
      expect([path, status, refusal.code]).toEqual([path, 503, 'queue_unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(tookMs).toBeLessThan(5000);
    }
    expect(await countRows()).toEqual([0, 0, 0]);

    await relay.mend();
    for (const [path, body] of calls) {
      const isAccepted = async () => (await api.post(path, body, token)).status === 202;
      await waitFor(isAccepted, { what: `the API to accept ${path}` });
    }
    expect(await countRows()).toEqual([1, 1, 1]);
    await api.stop();
    await relay.cut();
  });

  describe('that has begun before the start', () => {
    let silent: Server;
    const sockets: Socket[] = [];

    beforeEach(async () => {
      // A server that accepts connections and never responds.
      silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
      await once(silent, 'listening');
    });
    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.destroy();
      silent.close();
    });

    it.each([
      ['refuses connections', () => 'redis://127.0.0.1:1'],
      ['hangs', () => `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`],
    ])('the API serves routes that need no queue if the queue %s during the start', async (_, queueUrl) => {
      const api = await start({ QUEUE_URL: queueUrl() });
      const token = await tokenOf(api);
      expect((await api.get('/auth/me', token)).status).toBe(200);
      const { status, body, tookMs } = await ready(api);
      expect({ status, body }).toMatchObject({
        status: 503,
        body: { status: 'unavailable', database: { reachable: true }, queue: { reachable: false } },
      });
      expect(tookMs).toBeLessThan(BOUND_MS);
    });
  });

  it('the API exits on SIGTERM even if streams and kept-alive connections are open', async () => {
    const api = await start();
    const token = await tokenOf(api);
    const agent = new Agent({ keepAlive: true });
    const kept = await get(`${api.ready.address}/health/live`, agent);
    kept.resume();
    await once(kept, 'end');
    const { body } = await timed(api.post('/events/token', undefined, token));
    const stream = await get(`${api.ready.address}/api/events?token=${String(body.token)}`, agent);
    await once(stream, 'data');
    stream.resume().on('error', () => undefined);
    const startedAtMs = performance.now();
    await api.stop();
    expect(performance.now() - startedAtMs).toBeLessThan(30_000);
    agent.destroy();
  });
});

async function tokenOf(api: ApiProcess): Promise<string> {
  const { body } = await timed(api.post('/auth/login', { username: 'admin', password: PASSWORD }));
  return body.accessToken as string;
}

function ready(api: ApiProcess): Promise<Timed> {
  return timed(fetch(`${api.ready.address}/health/ready`));
}

async function timed(asked: Promise<Response>): Promise<Timed> {
  const startedAtMs = performance.now();
  const answer = await asked;
  const body = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, body, headers: answer.headers, tookMs: performance.now() - startedAtMs };
}

function get(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, resolve).on('error', reject).end();
  });
}
