// Runs in the full check only: servers fail, hang, and come back.
import { once } from 'node:events';
import { inspect } from 'node:util';
import { GatewayTokenEntity } from '@app/entities';
import {
  type BreakerChange,
  type SingleGateway,
  type GatewayOptions,
  createGatewayClient,
} from '@app/gateway-client';
import { DomainError, SystemClock } from '@app/kernel';
import { Logger, type LoggerService } from '@nestjs/common';
import { type Reply, ScriptedGateway } from '../factories/scripted-gateway';
import { type TestDatabase, freePort, openDatabase, waitFor } from '../harness';

const LIMIT_MS = 2000;
/** The maximum duration of a call: its time limit, and a margin for a busy machine. */
const BOUND_MS = LIMIT_MS + 10_000;
/** A circuit breaker that stays open until the end of the test. */
const STAYS_OPEN = { failures: 5, firstPauseMs: 60_000, longestPauseMs: 60_000 };
const VALUES = 'POST /codes/values';
const GOOD: Reply = { body: [{ code: 'a', value: 1, timestamp: '2026-01-05T12:00:00Z', quality: 'good' }] };

class RecordingLogger implements LoggerService {
  readonly lines: unknown[] = [];
  log = (...line: unknown[]) => void this.lines.push(line);
  error = this.log;
  warn = this.log;
  debug = this.log;
}

/** Waits for a call. Returns its outcome and its duration. */
async function outcomeOf(call: Promise<unknown>): Promise<{ error: unknown; tookMs: number }> {
  const startMs = performance.now();
  const error = await call.then(
    () => null,
    (error: unknown) => error,
  );
  return { error, tookMs: performance.now() - startMs };
}

describe('the client of a failing gateway', () => {
  let database: TestDatabase;
  let gateway: ScriptedGateway;
  let client: SingleGateway;
  const logger = new RecordingLogger();

  beforeAll(async () => {
    Logger.overrideLogger(logger);
    database = await openDatabase();
  });

  beforeEach(async () => {
    await database.dataSource.getRepository(GatewayTokenEntity).clear();
    gateway = await ScriptedGateway.start();
    gateway.on(VALUES, () => GOOD);
    client = clientWith();
  });

  afterEach(() => gateway.stop());
  afterAll(() => database.drop());

  const clientWith = (options: Partial<GatewayOptions> = {}) =>
    createGatewayClient(
      {
        url: gateway.url,
        ...gateway.credentials,
        callLimitMs: LIMIT_MS,
        breaker: { failures: 5, firstPauseMs: 200, longestPauseMs: 1000 },
        ...options,
      },
      database.dataSource,
      new SystemClock(),
    );
  const ask = () => client.values(['a']);
  const fail = async (times: number) => {
    for (let call = 0; call < times; call++) await outcomeOf(ask());
  };

  describe('time limits', () => {
    // `gateway-line.test.ts` has the other calls that hang.
    it('the gateway client fails in time if the gateway hangs at login', async () => {
      gateway.overrides.set('POST /auth/login', () => 'hang');
      const { error, tookMs } = await outcomeOf(ask());
      expect(error).toMatchObject({ kind: 'upstream_timeout', code: 'gateway_timeout' });
      expect(tookMs).toBeLessThan(BOUND_MS);
    });

    it('the gateway client fails in time if the gateway hangs in a token refresh that another call has started', async () => {
      await ask();
      gateway.revokeAccessToken();
      gateway.overrides.set('POST /auth/refresh', () => 'hang');
      const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(ask())));
      for (const { error, tookMs } of outcomes) {
        expect(error).toMatchObject({ kind: 'upstream_timeout' });
        expect(tookMs).toBeLessThan(BOUND_MS);
      }
      gateway.overrides.clear();
      await waitFor(() => ask().catch(() => null), { what: 'a call that succeeds' });
    });
  });

  it.each<[string, Reply]>([
    ['status 500', { status: 500, body: { error: 'boom' } }],
    ['status 503 and a page', { status: 503, body: '<html>' }],
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }],
    ['a body that is not JSON', { body: '<html>' }],
    ['an empty body', { body: '' }],
    ['JSON of another shape', { body: { values: [] } }],
    [
      'an unknown quality',
      { body: [{ code: 'a', value: 1, timestamp: '2026-01-05T12:00:00Z', quality: 'ok' }] },
    ],
    [
      'an instant without an offset',
      { body: [{ code: 'a', value: 1, timestamp: '2026-01-05T12:00', quality: 'good' }] },
    ],
    ['a closed connection', (response) => void response.destroy()],
    [
      'an incomplete body',
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('[]', () => response.destroy());
      },
    ],
  ])('the gateway client fails if the gateway responds with %s', async (_, reply) => {
    gateway.on(VALUES, () => reply);
    const { error } = await outcomeOf(ask());
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ kind: 'upstream_failed', code: 'gateway_failed' });
  });

  it('the gateway client fails if the gateway is down', async () => {
    client = clientWith({ url: `http://127.0.0.1:${await freePort()}` });
    const { error } = await outcomeOf(ask());
    expect(error).toMatchObject({
      kind: 'upstream_failed',
      message: 'The gateway could not be reached (ECONNREFUSED).',
    });
  });

  it('the gateway client fails without endless retries if the gateway refuses the credentials', async () => {
    client = clientWith({
      password: 'wrong',
      breaker: STAYS_OPEN,
    });
    const outcomes = [];
    for (let call = 0; call < 8; call++) outcomes.push((await outcomeOf(ask())).error);
    expect(outcomes[0]).toMatchObject({ code: 'gateway_credentials_refused' });
    expect(outcomes[7]).toMatchObject({ code: 'gateway_unavailable' });
    expect(gateway.count('POST /auth/login')).toBe(5);
  });

  describe('circuit breaker', () => {
    it('the circuit breaker opens after five consecutive failures, and further calls fail without reaching the gateway', async () => {
      client = clientWith({ breaker: STAYS_OPEN });
      gateway.on(VALUES, () => ({ status: 500 }));
      await fail(4);
      expect(client.state()).toMatchObject({ breaker: 'closed', lastFailure: { code: 'gateway_failed' } });
      await fail(1);
      expect(client.state()).toMatchObject({ breaker: 'open' });
      const { error } = await outcomeOf(ask());
      expect(error).toMatchObject({ kind: 'unavailable', code: 'gateway_unavailable' });
      expect(gateway.count(VALUES)).toBe(5);
    });

    it('the circuit breaker opens if the gateway hangs', async () => {
      gateway.on(VALUES, () => 'hang');
      await Promise.all(Array.from({ length: 5 }, () => outcomeOf(ask())));
      expect(client.state()).toMatchObject({ breaker: 'open', lastFailure: { code: 'gateway_timeout' } });
    });

    it('the circuit breaker stays closed if a call succeeds in between', async () => {
      gateway.on(VALUES, () => ({ status: 500 }));
      await fail(4);
      gateway.on(VALUES, () => GOOD);
      await ask();
      gateway.on(VALUES, () => ({ status: 500 }));
      await fail(4);
      expect(client.state().breaker).toBe('closed');
    });

    it('the circuit breaker stays closed if the gateway refuses calls', async () => {
      gateway.on(VALUES, () => ({ status: 400, body: { error: 'no' } }));
      await fail(10);
      expect(client.state()).toMatchObject({ breaker: 'closed', lastFailure: null });
    });

    it('the circuit breaker allows one trial call after a pause, and closes if the call succeeds', async () => {
      client = clientWith({ callLimitMs: 60_000 });
      const changes: BreakerChange[] = [];
      client.onStateChange((change) => changes.push(change));
      gateway.on(VALUES, () => ({ status: 500 }));
      await fail(5);
      const answer = new AbortController();
      gateway.on(VALUES, async () => {
        await once(answer.signal, 'abort');
        return GOOD;
      });
      let probe: Promise<unknown> = Promise.resolve();
      await waitFor(
        () => {
          const call = outcomeOf(ask());
          if (client.state().breaker === 'half_open') probe = call;
          return gateway.count(VALUES) === 6;
        },
        { what: 'the trial call' },
      );
      expect((await outcomeOf(ask())).error).toMatchObject({ code: 'gateway_unavailable' });
      expect(gateway.count(VALUES)).toBe(6);
      answer.abort();
      await probe;
      await waitFor(() => client.state().breaker === 'closed', { what: 'the circuit to close' });
      gateway.on(VALUES, () => GOOD);
      await expect(ask()).resolves.toHaveLength(1);
      expect(changes).toEqual([
        { from: 'closed', to: 'open' },
        { from: 'open', to: 'half_open' },
        { from: 'half_open', to: 'closed' },
      ]);
    });

    it('the circuit breaker stays open longer after each failed trial call', async () => {
      const openedAtMs: number[] = [];
      client.onStateChange(({ to }) => to === 'open' && openedAtMs.push(performance.now()));
      gateway.on(VALUES, () => ({ status: 500 }));
      await waitFor(() => outcomeOf(ask()).then(() => openedAtMs.length >= 4), { what: 'four pauses' });
      const [first = 0, second = 0, third = 0, fourth = 0] = openedAtMs;
      const pausesMs = [second - first, third - second, fourth - third];
      for (const [index, expectedMs] of [200, 400, 800].entries()) {
        // The listener may be called some milliseconds late, so a measured pause may be too short.
        expect(pausesMs[index]).toBeGreaterThanOrEqual(0.8 * expectedMs);
      }
    });

    it('the circuit breaker survives a listener that throws an error', async () => {
      client.onStateChange(() => {
        throw new Error('listener');
      });
      gateway.on(VALUES, () => ({ status: 500 }));
      await fail(4);
      expect((await outcomeOf(ask())).error).toMatchObject({ code: 'gateway_failed' });
    });
  });

  it('the gateway client shows neither credentials nor tokens in errors or in the log', async () => {
    const { username, password } = gateway.credentials;
    const tokens = gateway.issue();
    const secrets = [username, password, tokens.accessToken, tokens.refreshToken];
    const echo = `You are ${username} with ${password} and ${tokens.accessToken}, ${tokens.refreshToken}.`;
    await database.dataSource.manager.save(GatewayTokenEntity, {
      id: 1,
      ...tokens,
      expiresAtMs: Date.now() + 3_600_000,
    });
    const faults: [string, Reply][] = [
      ['POST /codes/set', { status: 403, body: { error: echo } }],
      ['POST /codes/set', { status: 400, body: { message: echo } }],
      ['POST /codes/set', { body: { success: echo } }],
      ['POST /codes/set', { body: echo }],
      ['POST /codes/set', { status: 500, body: { error: echo } }],
      ['POST /auth/refresh', { status: 200, body: `{"accessToken": "${tokens.accessToken}"` }],
      [
        'POST /auth/refresh',
        { body: { accessToken: `${tokens.accessToken}\n`, refreshToken: 'x', expiresIn: 1 } },
      ],
      ['POST /auth/login', { status: 422, body: { error: echo } }],
      ['POST /auth/login', { status: 401, body: { error: echo } }],
      ['POST /auth/login', 'hang'],
    ];
    for (const [route, reply] of faults) {
      client = clientWith();
      gateway.overrides.clear();
      if (route.startsWith('POST /auth')) gateway.overrides.set('POST /codes/set', () => ({ status: 401 }));
      if (route === 'POST /auth/login') gateway.overrides.set('POST /auth/refresh', () => ({ status: 401 }));
      gateway.overrides.set(route, () => reply);
      const { error } = await outcomeOf(client.set('a', 1));
      expect(error).toBeInstanceOf(DomainError);
      const shown = inspect([error, client.state(), logger.lines], { depth: 10, showHidden: true });
      for (const secret of secrets) expect(shown).not.toContain(secret);
    }
  });
});
