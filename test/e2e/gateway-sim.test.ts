// Runs in the full check only: the simulated gateway is a tool for development.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isProcessReady } from '@app/processes';
import { EventSource } from 'eventsource';
import { waitFor } from '../harness';

const ENTRY = join(__dirname, '..', '..', 'dist', 'apps', 'gateway-sim', 'src', 'main.js');
const CREDENTIALS = { username: 'service', password: 'service-password' };
const VARIABLES = {
  GATEWAY_USERNAME: CREDENTIALS.username,
  GATEWAY_PASSWORD: CREDENTIALS.password,
  GATEWAY_SIM_PORT: '0',
  GATEWAY_SIM_CONTROL: 'true',
  GATEWAY_SIM_SEED: '1',
  PLATFORM_TIMEZONE: 'Europe/London',
  LOG_LEVEL: 'info',
};

interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
}
interface Pair {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
}
interface History {
  code: string;
  values: { timestamp: string; value: number; quality: string }[];
}
interface Point {
  code: string;
  writable: boolean;
}

const children = new Set<ChildProcess>();
const folder = mkdtempSync(join(tmpdir(), 'gateway-sim-'));

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function launch(args: string[], variables: Record<string, string>): ChildProcess {
  const child = fork(ENTRY, args, {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** A running gateway with a signed-in client. */
class Sim {
  private accessToken = '';

  private constructor(
    readonly child: ChildProcess,
    readonly address: string,
    readonly log: () => string,
  ) {}

  static async start(args: string[] = [], variables: Record<string, string> = {}): Promise<Sim> {
    const child = launch(args, { ...VARIABLES, ...variables });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += String(data)));
    const address = await new Promise<string>((resolve, reject) => {
      child.on('message', (message) => {
        if (isProcessReady(message)) resolve(message.address ?? '');
      });
      child.once('exit', (code) =>
        reject(new Error(`The gateway ended with ${code} before it was ready: ${output}`)),
      );
    });
    const sim = new Sim(child, address, () => output);
    await sim.login();
    return sim;
  }

  async login(): Promise<Pair> {
    const { body } = await this.post<Pair>('/auth/login', CREDENTIALS);
    this.accessToken = body.accessToken;
    return body;
  }

  get bearer(): Record<string, string> {
    return { authorization: `Bearer ${this.accessToken}` };
  }

  async get<T>(path: string, headers = this.bearer): Promise<Answer<T>> {
    const response = await fetch(this.address + path, { headers });
    return { status: response.status, body: (await response.json()) as T, headers: response.headers };
  }

  async post<T>(path: string, body: object, headers = this.bearer): Promise<Answer<T>> {
    const response = await fetch(this.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as T, headers: response.headers };
  }

  async history(codes: string[], from: string, to: string, interval?: string): Promise<History[]> {
    const { body } = await this.post<History[]>('/codes/history', { codes, from, to, interval });
    return body;
  }

  async set(code: string, value: unknown): Promise<Answer<object>> {
    return this.post('/codes/set', { code, value });
  }

  async fault(fault: object): Promise<Answer<object>> {
    return this.post('/sim/faults', fault, {});
  }

  /** Stops the gateway. Resolves to the exit code and the duration of the shutdown. */
  async end(): Promise<{ code: number | null; tookMs: number }> {
    const startedAt = performance.now();
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const [code] = (await ended) as [number | null];
    return { code, tookMs: performance.now() - startedAt };
  }
}

/** Runs the gateway until it ends by itself. */
async function runToEnd(
  args: string[],
  variables: Record<string, string>,
): Promise<{ code: number | null; stderr: string }> {
  const child = launch(args, variables);
  const stderr = child.stderr ? text(child.stderr) : '';
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, stderr: await stderr };
}

describe('the simulated gateway', () => {
  let sim: Sim;
  beforeAll(async () => {
    sim = await Sim.start();
  });
  afterAll(() => sim.end());
  afterEach(() => sim.post('/sim/faults', { kind: 'none' }));

  it('the simulated gateway logs the address on which it listens', async () => {
    await waitFor(() => sim.log().includes(sim.address), { what: 'the line with the address' });
    const lines = sim
      .log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toContainEqual(expect.objectContaining({ address: sim.address }));
  });

  describe('tokens', () => {
    it.each([
      ['GET', '/points'],
      ['GET', '/stream'],
      ['POST', '/codes/values'],
      ['POST', '/codes/history'],
      ['POST', '/codes/set'],
      ['POST', '/codes/force-set'],
      ['POST', '/alarms'],
      ['POST', '/alarm-configs'],
    ])('gateway tokens are required for %s %s', async (method, path) => {
      const attempts: Record<string, string>[] = [
        {},
        { authorization: 'Bearer nonsense' },
        { authorization: 'Basic c2VydmljZQ==' },
      ];
      for (const headers of attempts) {
        const response = await fetch(sim.address + path, { method, headers });
        expect([response.status, await response.json()]).toEqual([401, { error: expect.any(String) }]);
      }
    });

    it('gateway tokens expire on request, after which the statistics count new logins and refreshes', async () => {
      type Stats = { calls: Record<string, number>; logins: number; refreshes: number };
      const before = (await sim.get<Stats>('/sim/stats', {})).body;
      const { refreshToken } = await sim.login();
      await sim.post('/sim/expire-tokens', {}, {});
      expect(await sim.get('/points')).toMatchObject({ status: 401 });
      const { refreshToken: next } = (await sim.post<Pair>('/auth/refresh', { refreshToken }, {})).body;
      await sim.post('/sim/expire-tokens', { refreshTokens: true }, {});
      expect(await sim.post('/auth/refresh', { refreshToken: next }, {})).toMatchObject({ status: 401 });
      await sim.login();
      const after = (await sim.get<Stats>('/sim/stats', {})).body;
      expect(after.logins - before.logins).toBe(2);
      expect(after.refreshes - before.refreshes).toBe(1);
      expect((after.calls['/auth/refresh'] ?? 0) - (before.calls['/auth/refresh'] ?? 0)).toBe(2);
    });
  });

  it('the simulated gateway lists points in pages', async () => {
    const first = await sim.get<Point[]>('/points?page=1&limit=60');
    const second = await sim.get<Point[]>('/points?page=2&limit=60');
    expect(first.headers.get('x-total-count')).toBe('69');
    expect([first.body.length, second.body.length]).toEqual([60, 9]);
    expect(new Set([...first.body, ...second.body].map(({ code }) => code)).size).toBe(69);
    expect(first.body[0]).toEqual({
      code: 'F1.ELEC.LIGHTING.KWH',
      name: 'Floor 1, lighting and sockets',
      unit: 'kWh',
      dataType: 'number',
      writable: false,
      group: 'Floor 1',
    });
    expect(await sim.get('/points?limit=0')).toMatchObject({
      status: 400,
      body: { error: expect.any(String) },
    });
  });

  it('the simulated gateway returns thousands of values in one call, and unknown points with bad quality', async () => {
    const codes = ['F1.ELEC.POWER', ...Array.from({ length: 5000 }, (_, index) => `NO.SUCH.POINT.${index}`)];
    const { status, body } = await sim.post<object[]>('/codes/values', { codes });
    expect([status, body.length]).toEqual([200, 5001]);
    expect(body[0]).toEqual({
      code: 'F1.ELEC.POWER',
      value: expect.any(Number),
      timestamp: expect.stringMatching(/:00\.000Z$/),
      quality: 'good',
    });
    expect(body[1]).toMatchObject({ code: 'NO.SUCH.POINT.0', value: null, quality: 'bad' });
  });

  describe('history', () => {
    const FROM = '2026-01-05T00:00:00Z';
    const MIDDLE = '2026-01-05T07:31:15Z';
    const TO = '2026-01-06T00:00:00Z';
    const REGISTER = 'F1.ELEC.LIGHTING.KWH';

    it('a history covers the interval [from, to), so that adjacent ranges have neither gaps nor duplicates', async () => {
      const codes = [REGISTER, 'F1.ELEC.HVAC.KWH', 'F1.ELEC.POWER', 'UNKNOWN'];
      const whole = await sim.history(codes, FROM, TO);
      expect(whole.map(({ code, values }) => [code, values.length])).toEqual([
        [REGISTER, 1440],
        ['F1.ELEC.HVAC.KWH', 96],
        ['F1.ELEC.POWER', 1440],
        ['UNKNOWN', 0],
      ]);
      const [early, late] = [await sim.history(codes, FROM, MIDDLE), await sim.history(codes, MIDDLE, TO)];
      expect(
        early.map(({ code, values }, index) => ({
          code,
          values: [...values, ...(late[index]?.values ?? [])],
        })),
      ).toEqual(whole);
    });

    it('a history contains only complete intervals if it is aggregated', async () => {
      const to = new Date(Date.now() + 3_600_000).toISOString();
      const from = new Date(Date.now() - 2 * 3_600_000).toISOString();
      const [meter] = await sim.history(['F1.ELEC.HVAC.KWH'], from, to);
      const lastMs = Date.parse(meter?.values.at(-1)?.timestamp ?? '');
      expect(lastMs + 900_000).toBeLessThanOrEqual(Date.now());
      expect(lastMs + 2 * 900_000).toBeGreaterThan(Date.now() - 60_000);
    });

    it('a history can be aggregated by local days', async () => {
      const [days] = await sim.history(
        ['F1.ELEC.HVAC.KWH'],
        '2026-03-27T00:00:00Z',
        '2026-03-31T00:00:00Z',
        '1d',
      );
      expect(days?.values.map(({ timestamp }) => timestamp)).toEqual([
        '2026-03-27T00:00:00.000Z',
        '2026-03-28T00:00:00.000Z',
        '2026-03-29T00:00:00.000Z',
        '2026-03-29T23:00:00.000Z',
        '2026-03-30T23:00:00.000Z',
      ]);
    });

    it('a history has every value of two meters over a month', async () => {
      const codes = ['BLDG.ELEC.PLANT.KWH', 'BLDG.ELEC.MAIN.POWER'];
      const meters = await sim.history(codes, '2026-01-01T00:00:00Z', '2026-01-31T00:00:00Z');
      expect(meters.map(({ values }) => values.length)).toEqual([43_200, 86_400]);
    });

    it.each([
      ['an empty range', { codes: [REGISTER], from: TO, to: TO }],
      ['an invalid time', { codes: [REGISTER], from: 'yesterday', to: TO }],
      ['an unknown interval', { codes: [REGISTER], from: FROM, to: TO, interval: '5m' }],
      ['codes that are not a list', { codes: REGISTER, from: FROM, to: TO }],
    ])('a history is refused for %s', async (_, body) => {
      expect(await sim.post('/codes/history', body)).toMatchObject({
        status: 400,
        body: { error: expect.any(String) },
      });
    });
  });

  describe('writes', () => {
    it('writes take effect at once and appear in the history', async () => {
      const from = new Date().toISOString();
      expect(await sim.set('F1.EAST.LIGHT.LEVEL', 42)).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect(await sim.post('/codes/values', { codes: ['F1.EAST.LIGHT.LEVEL'] })).toMatchObject({
        body: [{ value: 42, quality: 'good' }],
      });
      const [level] = await sim.history(
        ['F1.EAST.LIGHT.LEVEL'],
        from,
        new Date(Date.now() + 1000).toISOString(),
      );
      expect(level?.values.at(-1)).toMatchObject({ value: 42 });
    });

    it('writes are refused if an interlock protects the point, unless they are forced', async () => {
      await sim.set('AHU1.FAN.CMD', false);
      await sim.set('AHU1.MAINTENANCE.LOCKOUT', true);
      expect(await sim.set('AHU1.FAN.CMD', true)).toMatchObject({
        status: 403,
        body: { error: expect.stringContaining('locked out') },
      });
      const forced = await sim.post('/codes/force-set', {
        code: 'AHU1.FAN.CMD',
        value: true,
        reason: 'test run',
      });
      expect(forced).toMatchObject({ status: 200, body: { success: true } });
      await sim.set('AHU1.MAINTENANCE.LOCKOUT', false);
      expect(await sim.set('AHU1.FAN.CMD', true)).toMatchObject({ status: 200 });
    });

    it('writes are refused if the value is invalid', async () => {
      expect(await sim.set('F1.ELEC.POWER', 1)).toMatchObject({
        status: 400,
        body: { error: expect.any(String) },
      });
      expect(await sim.set('F1.EAST.LIGHT.LEVEL', 'half')).toMatchObject({ status: 400 });
      expect(await sim.set('NO.SUCH.POINT', 1)).toMatchObject({
        status: 404,
        body: { error: expect.any(String) },
      });
    });
  });

  it('the simulated gateway lists alarms by level in pages', async () => {
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-07-01T00:00:00Z' };
    type Page = {
      items: { id: string; level: string; raisedAt: string; clearedAt: string | null }[];
      total: number;
    };
    const first = (await sim.post<Page>('/alarms', { ...range, page: 1, limit: 5 })).body;
    expect(first.items).toHaveLength(5);
    expect(first.total).toBeGreaterThan(20);
    const last = (await sim.post<Page>('/alarms', { ...range, page: Math.ceil(first.total / 5), limit: 5 }))
      .body;
    expect(last.items.length).toBe(((first.total - 1) % 5) + 1);
    for (const level of ['critical', 'major', 'minor', 'warning']) {
      const { items, total } = (await sim.post<Page>('/alarms', { ...range, level, page: 1, limit: 200 }))
        .body;
      expect(items.length).toBe(total);
      expect(new Set(items.map((alarm) => alarm.level))).toEqual(new Set([level]));
      for (const { raisedAt, clearedAt } of items)
        expect(Date.parse(clearedAt ?? '')).toBeGreaterThan(Date.parse(raisedAt));
    }
  });

  it('the simulated gateway stores alarm configurations', async () => {
    type Config = { config: { id: string; threshold: number } };
    const change = (action: string, config?: object) =>
      sim.post<Config>('/alarm-configs', { action, config });
    const created = (await change('create', { code: 'F1.EAST.ZONE.TEMP', threshold: 28, level: 'major' }))
      .body.config;
    await change('update', { id: created.id, threshold: 29 });
    const all = await sim.post<{ items: object[] }>('/alarm-configs', { action: 'query' });
    expect(all.body.items).toContainEqual({ ...created, threshold: 29 });
    expect(await change('delete', { id: created.id })).toMatchObject({
      status: 200,
      body: { config: { id: created.id } },
    });
    expect(await change('delete', { id: created.id })).toMatchObject({ status: 404 });
    expect(await change('create', { code: 'A' })).toMatchObject({ status: 400 });
    expect(await change('burn')).toMatchObject({ status: 400 });
  });

  it('the simulated gateway pushes values as they change', async () => {
    const events = new EventSource(`${sim.address}/stream`, {
      fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...sim.bearer } }),
    });
    const told: unknown[] = [];
    events.addEventListener('value', (event) => told.push(JSON.parse(event.data as string)));
    await once(events as unknown as EventTarget, 'open');
    await sim.post('/sim/values', { code: 'F2.EAST.ZONE.CO2', value: 1234, quality: 'uncertain' }, {});
    await waitFor(() => told.length > 0, { what: 'a value on the stream' });
    expect(told).toContainEqual({
      code: 'F2.EAST.ZONE.CO2',
      value: 1234,
      quality: 'uncertain',
      timestamp: expect.any(String),
    });
    events.close();
  });

  describe('simulated faults', () => {
    it('simulated faults make the configured number of calls fail', async () => {
      await sim.fault({ kind: 'error', count: 2 });
      const statuses = [];
      for (let call = 0; call < 3; call++) statuses.push((await sim.get('/points')).status);
      expect(statuses).toEqual([500, 500, 200]);
    });

    it('simulated faults can affect a single path', async () => {
      await sim.fault({ kind: 'unauthorized', path: '/codes/values' });
      expect(await sim.post('/codes/values', { codes: [] })).toMatchObject({ status: 401 });
      expect(await sim.get('/points')).toMatchObject({ status: 200 });
      await sim.fault({ kind: 'none', path: '/codes/values' });
      expect(await sim.post('/codes/values', { codes: [] })).toMatchObject({ status: 200 });
    });

    it('simulated faults can replace the response by a body that is not JSON', async () => {
      await sim.fault({ kind: 'malformed', count: 1 });
      await expect(sim.get('/points')).rejects.toThrow('JSON');
    });

    it('simulated faults can make calls hang without a response', async () => {
      await sim.fault({ kind: 'hang', count: 1 });
      const hanging = fetch(`${sim.address}/points`, {
        headers: sim.bearer,
        signal: AbortSignal.timeout(300),
      });
      await expect(hanging).rejects.toMatchObject({ name: 'TimeoutError' });
      expect(await sim.get('/points')).toMatchObject({ status: 200 });
    });

    it('simulated faults are refused if they are invalid', async () => {
      expect(await sim.fault({ kind: 'explode' })).toMatchObject({ status: 400 });
      expect(await sim.fault({ kind: 'error', count: 0 })).toMatchObject({ status: 400 });
    });
  });
});

describe('the process of the simulated gateway', () => {
  it('the gateway process ends immediately on SIGTERM, with an open stream and a hanging call', async () => {
    const sim = await Sim.start();
    const stream = await fetch(`${sim.address}/stream`, { headers: sim.bearer });
    const rest = stream.text();
    await sim.post('/sim/faults', { kind: 'hang', count: 1, path: '/points' }, {});
    const hanging = fetch(`${sim.address}/points`, { headers: sim.bearer }).then(
      () => 'answered',
      () => 'cut off',
    );
    await waitFor(
      async () =>
        (await sim.get<{ calls: Record<string, number> }>('/sim/stats', {})).body.calls['/points'] === 1,
      { what: 'the call to hang' },
    );
    const { code, tookMs } = await sim.end();
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(2000);
    expect(await hanging).toBe('cut off');
    await expect(rest).resolves.toBeDefined();
  });

  it('the gateway process refuses to start with an invalid variable, and prints one line', async () => {
    const { code, stderr } = await runToEnd([], { ...VARIABLES, GATEWAY_PASSWORD: '' });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/^GATEWAY_PASSWORD [^\n]+\n$/);
  });
});

describe('a gateway with short tokens and without control routes', () => {
  let sim: Sim;
  beforeAll(async () => {
    sim = await Sim.start([], { GATEWAY_SIM_TOKEN_SECONDS: '2', GATEWAY_SIM_CONTROL: 'false' });
  });
  afterAll(() => sim.end());

  it('gateway tokens expire after their lifetime', async () => {
    const { refreshToken, expiresIn } = await sim.login();
    expect(expiresIn).toBe(2);
    expect(await sim.get('/points')).toMatchObject({ status: 200 });
    await waitFor(async () => (await sim.get('/points')).status === 401, { what: 'the token to expire' });
    expect(await sim.post('/auth/refresh', { refreshToken }, {})).toMatchObject({ status: 200 });
  });

  it('control routes are disabled unless the environment enables them', async () => {
    await sim.login();
    expect(await sim.get('/sim/stats')).toMatchObject({ status: 404 });
    expect(await sim.post('/sim/faults', { kind: 'error' })).toMatchObject({ status: 404 });
  });
});

describe('replayed measurements', () => {
  const FILE = join(folder, 'site.csv');
  const ROWS = [
    'time,main,pump',
    '2019-05-01 00:00,10.5,1',
    '2019-05-01 01:00,,2',
    '2019-05-01 02:00,12,3',
    '2099-01-01 00:00,99,4',
  ];

  it('all replayed measurements are served in addition to the points of the building, and the latest past measurement is the current value', async () => {
    writeFileSync(FILE, `${ROWS.join('\n')}\n`);
    const sim = await Sim.start(['--replay', FILE, '--replay-prefix', 'SITE.']);
    const points = await sim.get<Point[]>('/points?limit=200');
    expect(points.body).toHaveLength(71);
    expect(points.body.at(-1)).toEqual({
      code: 'SITE.pump',
      name: 'pump',
      unit: 'kWh',
      dataType: 'number',
      writable: false,
      group: 'site',
    });
    const [main] = await sim.history(['SITE.main'], '2000-01-01', '2100-01-01');
    expect(main?.values).toEqual([
      { timestamp: '2019-05-01T00:00:00.000Z', value: 10.5, quality: 'good' },
      { timestamp: '2019-05-01T02:00:00.000Z', value: 12, quality: 'good' },
      { timestamp: '2099-01-01T00:00:00.000Z', value: 99, quality: 'good' },
    ]);
    expect((await sim.post('/codes/values', { codes: ['SITE.main', 'SITE.pump'] })).body).toEqual([
      { code: 'SITE.main', value: 12, timestamp: '2019-05-01T02:00:00.000Z', quality: 'good' },
      { code: 'SITE.pump', value: 3, timestamp: '2019-05-01T02:00:00.000Z', quality: 'good' },
    ]);
    expect(await sim.post('/codes/set', { code: 'SITE.main', value: 1 })).toMatchObject({ status: 400 });
    await sim.end();
  });

  it('replayed measurements are refused with one line on the terminal if a row is invalid', async () => {
    const file = join(folder, 'broken.csv');
    writeFileSync(file, 'time,a\n2019-05-01,1\nsoon,2\n');
    expect(await runToEnd(['--replay', file], VARIABLES)).toEqual({
      code: 1,
      stderr: `${file}: row 3: "soon" is not a time\n`,
    });
  });

  it('replayed measurements cannot have the code of another point', async () => {
    writeFileSync(FILE, `${ROWS.join('\n')}\n`);
    const { code, stderr } = await runToEnd(['--replay', FILE, '--replay', FILE], VARIABLES);
    expect([code, stderr]).toEqual([1, `${FILE}: The point main already exists; use --replay-prefix\n`]);
  });
});
