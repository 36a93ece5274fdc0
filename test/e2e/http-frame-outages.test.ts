// Runs in the full check only: servers fail, hang, and come back.
import { EventEmitter, once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import type { Environment } from '@app/config';
import { BackupEntity, ExportJobEntity, ReportRunEntity } from '@app/entities';
import { type ApiAnswer, RunningApi } from '../factories/running-api';
import { ScriptedGateway } from '../factories/scripted-gateway';
import { TcpRelay } from '../factories/tcp-relay';
import { waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';

const DEADLINE_MS = 3000;
/** The maximum duration of a request: its time limit, and a margin for a busy machine. */
const BOUND_MS = DEADLINE_MS + 10_000;

type Timed = ApiAnswer & { tookMs: number };

describe('the API during an outage of a dependency', () => {
  /** An api whose servers do not fail. The other apis use its database. */
  let healthy: RunningApi;
  let token: string;
  const running: RunningApi[] = [];

  beforeAll(async () => {
    healthy = await RunningApi.start({ LIMIT_REQUEST_MS: DEADLINE_MS });
    token = await healthy.signIn();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((api) => api.stopProcess()));
  });
  afterAll(() => healthy.stop());

  async function start(overrides: Partial<Environment>): Promise<RunningApi> {
    const api = await healthy.another(overrides);
    running.push(api);
    return api;
  }

  it('the API responds with 503 while the database is unreachable or hangs, and recovers without a restart', async () => {
    const relay = await TcpRelay.before(healthy.database.url);
    const api = await start({ DATABASE_URL: relay.url });
    const me = () => api.call('GET', '/api/auth/me', { token });
    await relay.cut();
    const refused = await me();
    expect(refused).toMatchObject({ status: 503, body: { statusCode: 503, message: expect.any(String) } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Object.keys(refused.body as object)).toEqual(['statusCode', 'message', 'error', 'code']);
    expect(await ready(api)).toMatchObject({
      status: 503,
      body: { status: 'unavailable', database: { reachable: false, latencyMs: null } },
    });
    await relay.mend();
    await waitFor(async () => (await me()).status === 200, { what: 'the recovery' });
    expect((await ready(api)).status).toBe(200);

    relay.freeze();
    // Send more requests than the database pool has connections.
    const hanging = await Promise.all(Array.from({ length: 15 }, () => timed(me())));
    for (const { status, tookMs } of hanging) {
      expect(status).toBe(503);
      expect(tookMs).toBeLessThan(BOUND_MS);
    }
    const { status, tookMs } = await ready(api);
    expect(status).toBe(503);
    expect(tookMs).toBeLessThan(BOUND_MS);
    expect((await api.call('GET', '/health/live')).status).toBe(200);
    await relay.cut();
  });

  it('the API waits for the trial of a connection, which has a time limit of its own', async () => {
    const gateway = await ScriptedGateway.start();
    const { username, password } = gateway.credentials;
    const api = await start({
      GATEWAY_URL: gateway.url,
      GATEWAY_USERNAME: username,
      GATEWAY_PASSWORD: password,
      LIMIT_REQUEST_MS: 1000,
    });
    const trial = { devices: [], found: [], skipped: [] };
    const end = new EventEmitter();
    gateway.on('GET /configuration', () => 'hang');
    gateway.on('POST /configuration/trial', async () => {
      await once(end, 'now');
      return { body: trial };
    });
    const path = '/api/gateways/1/configuration';
    const tried = api.call('POST', `${path}/trial`, { token, body: { connection: { name: 'Plant' } } });
    await waitFor(() => gateway.count('POST /configuration/trial') === 1, { what: 'the trial' });
    // This request comes later, and has the usual limit.
    expect((await api.call('GET', path, { token })).status).toBe(503);
    end.emit('now');
    expect(await tried).toMatchObject({ status: 200, body: trial });
    await gateway.stop();
  });

  it('the API refuses exports, reports and backups while the queue is unreachable, and accepts them afterwards', async () => {
    const relay = await TcpRelay.before(healthy.database.queueUrl);
    // The time limit of requests is longer than the permitted time, so it cannot cause these answers.
    const api = await start({ QUEUE_URL: relay.url, LIMIT_REQUEST_MS: 30_000 });
    const post = (path: string, body: object) => api.call('POST', `/api${path}`, { token, body });
    const created = async (path: string, body: object) => {
      const answer = await post(path, body);
      expect(answer).toMatchObject({ status: 201 });
      return (answer.body as { id: number }).id;
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
      const { manager } = healthy.database.dataSource;
      return Promise.all([ExportJobEntity, ReportRunEntity, BackupEntity].map((row) => manager.count(row)));
    };

    await relay.cut();
    // The answer for a plan that does not exist is a 404 until the API has noticed the outage.
    const hasNoticed = async () => (await post('/reports/4711/run', {})).status === 503;
    await waitFor(hasNoticed, { what: 'the API to notice the outage' });
    for (const [path, body] of calls) {
      const { status, body: refusal, headers, tookMs } = await timed(post(path, body));
      expect({ path, status, refusal }).toMatchObject({
        path,
        status: 503,
        refusal: { code: 'queue_unavailable' },
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(tookMs).toBeLessThan(5000);
    }
    expect(await countRows()).toEqual([0, 0, 0]);

    await relay.mend();
    for (const [path, body] of calls) {
      const isAccepted = async () => (await post(path, body)).status === 202;
      await waitFor(isAccepted, { what: `the API to accept ${path}` });
    }
    expect(await countRows()).toEqual([1, 1, 1]);
    await api.stopProcess();
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

    it('the API serves routes that need no queue if the queue hangs during the start', async () => {
      const { port } = silent.address() as AddressInfo;
      const api = await start({ QUEUE_URL: `redis://127.0.0.1:${port}` });
      const own = await api.signIn();
      expect((await api.call('GET', '/api/auth/me', { token: own })).status).toBe(200);
      const { status, body, tookMs } = await ready(api);
      expect({ status, body }).toMatchObject({
        status: 503,
        body: { status: 'unavailable', database: { reachable: true }, queue: { reachable: false } },
      });
      expect(tookMs).toBeLessThan(BOUND_MS);
    });
  });

  it('the API exits with code 0 on SIGTERM, and at once, even if streams and kept-alive connections are open', async () => {
    const api = await new AppProcess('api', healthy.environment).start();
    const agent = new Agent({ keepAlive: true });
    const kept = await get(`${api.address}/health/live`, agent);
    kept.resume();
    await once(kept, 'end');
    const { body } = await healthy.call('POST', '/api/events/token', { token });
    const stream = await get(`${api.address}/api/events?token=${(body as { token: string }).token}`, agent);
    await once(stream, 'data');
    const ended = once(
      stream.resume().on('error', () => undefined),
      'close',
    );
    const startedAtMs = performance.now();
    await api.stop();
    expect(performance.now() - startedAtMs).toBeLessThan(4000);
    expect(api.exitCode).toBe(0);
    await ended;
    agent.destroy();
  });
});

function ready(api: RunningApi): Promise<Timed> {
  return timed(api.call('GET', '/health/ready'));
}

async function timed(asked: Promise<ApiAnswer>): Promise<Timed> {
  const startedAtMs = performance.now();
  const answer = await asked;
  return { ...answer, tookMs: performance.now() - startedAtMs };
}

function get(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, resolve).on('error', reject).end();
  });
}
