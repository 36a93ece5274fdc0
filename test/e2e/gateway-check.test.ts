// Runs in the full check only: it is a tool for people who write gateways.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { LocalServer, type ReceivedRequest } from '../factories/local-server';
import { freePort } from '../harness';
import { AppProcess } from '../servers/app-process';

const SCRIPT = join(__dirname, '..', '..', 'scripts', 'gateway-check.mjs');
const ACCOUNT = { GATEWAY_USERNAME: 'service', GATEWAY_PASSWORD: 'service-password' };
const WRITE = ['--write', 'F1.EAST.LIGHT.LEVEL=37'];

type Json = Record<string, unknown>;
/** An answer of the gateway. The request body is `asked`. */
interface Answer {
  path: string;
  asked: { to?: string; interval?: string };
  status: number;
  headers: Record<string, string>;
  body: unknown;
}
type Breakage = (answer: Answer) => Partial<Answer> | undefined;

const at = (path: string, change: (answer: Answer) => Partial<Answer>): Breakage => {
  return (answer) => (answer.path.startsWith(path) && answer.status === 200 ? change(answer) : undefined);
};
const always = (path: string, changed: Partial<Answer>): Breakage => {
  return (answer) => (answer.path.startsWith(path) ? changed : undefined);
};

interface Sample {
  timestamp: string;
  value: unknown;
  quality: string;
}
const changedHistory = (change: (values: Sample[], asked: Answer['asked']) => Sample[]): Breakage =>
  at('/codes/history', ({ asked, body }) => ({
    body: (body as { code: string; values: Sample[] }[]).map(({ code, values }) => ({
      code,
      values: change(values, asked),
    })),
  }));
const later = (timestamp: string) => new Date(Date.parse(timestamp) + 1).toISOString();

/** Faults of gateways, and the checks that find them. */
const BREAKAGES: [fault: string, breakage: Breakage, title: string][] = [
  ['accepts any password', always('/auth/login', { status: 200 }), 'signs in'],
  ['needs no token', always('/codes/values', { status: 200 }), 'refuses calls'],
  ['accepts a refresh token twice', always('/auth/refresh', { status: 200 }), 'replaces tokens'],
  ['does not report the number of points', always('/points', { headers: {} }), 'lists all points'],
  [
    'has points without a name',
    at('/points', ({ body }) => ({ body: (body as Json[]).map((point) => ({ ...point, name: null })) })),
    'describes each point',
  ],
  [
    'reports 0 for an unknown point',
    at('/codes/values', ({ body }) => ({
      body: (body as Json[]).map((entry) => ({ ...entry, value: entry.value ?? 0 })),
    })),
    'returns current values',
  ],
  [
    'includes the end of a time range',
    changedHistory((values, { to = '' }) => [...values, { timestamp: to, value: 1, quality: 'good' }]),
    'returns the history',
  ],
  ['returns the newest values first', changedHistory((values) => values.toReversed()), 'returns the history'],
  [
    'ignores the interval',
    changedHistory((values, { interval }) =>
      interval ? values.flatMap((value) => [value, { ...value, timestamp: later(value.timestamp) }]) : values,
    ),
    'aggregates a history',
  ],
  [
    'ignores the size of a page of alarms',
    at('/alarms', () => ({ body: { items: [{}, {}, {}], total: 3 } })),
    'lists alarms',
  ],
  ['answers null', always('/alarms', { body: null }), 'lists alarms'],
  ['has no configurations of alarms', always('/alarm-configs', { status: 404 }), 'lists the configurations'],
  ['accepts a value for any point', always('/codes/set', { status: 200 }), 'refuses to write'],
  ['forgets to write', at('/codes/force-set', () => ({ body: { success: false } })), 'writes values'],
];

const check = (args: string[], account: object = ACCOUNT) =>
  new Promise<{ code: number; lines: string[]; errors: string }>((resolve) => {
    const env = { PATH: process.env.PATH, ...account };
    execFile(process.execPath, [SCRIPT, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), lines: stdout.trim().split('\n'), errors: stderr });
    });
  });

describe('npm run gateway:check', () => {
  let gateway: AppProcess;
  let proxy: LocalServer;
  let breakage: Breakage | undefined;

  beforeAll(async () => {
    gateway = await new AppProcess('gateway-sim', {
      ...ACCOUNT,
      GATEWAY_SIM_PORT: 0,
      PLATFORM_TIMEZONE: 'Europe/London',
    }).start();
    proxy = await LocalServer.start((_, response) => {
      void answerOf(proxy.received.at(-1)).then(({ status, headers, body }) =>
        response.writeHead(status, headers).end(JSON.stringify(body)),
      );
    });
  });
  afterAll(async () => {
    await proxy.stop();
    await gateway.stop();
  });

  /** Asks the simulated gateway, and changes its answer. The proxy has no event stream. */
  async function answerOf(request?: ReceivedRequest): Promise<Answer> {
    const { method, path, headers, body } = request ?? { method: 'GET', path: '', headers: {}, body: '' };
    if (path === '/stream') return { path, asked: {}, status: 404, headers: {}, body: {} };
    const { authorization = '' } = headers;
    const upstream = await fetch(gateway.address + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: body || undefined,
    });
    const answer = {
      path,
      asked: body ? (JSON.parse(body) as Answer['asked']) : {},
      status: upstream.status,
      headers: { 'x-total-count': upstream.headers.get('x-total-count') ?? '0' },
      body: await upstream.json(),
    };
    return { ...answer, ...breakage?.(answer) };
  }

  it('the simulated gateway keeps the contract of gateways', async () => {
    const { code, lines } = await check([gateway.address, ...WRITE]);
    expect(lines.filter((line) => !line.startsWith('✔'))).toEqual(['14 passed, 0 failed, 0 skipped']);
    expect(code).toBe(0);
  });

  it('the check of a gateway only reads, unless a point is given', async () => {
    breakage = undefined;
    const { code, lines } = await check([`http://127.0.0.1:${proxy.port}`]);
    expect(lines.at(-1)).toBe('11 passed, 0 failed, 3 skipped');
    expect(code).toBe(0);
    const paths = new Set(proxy.received.map(({ path }) => path));
    expect([...paths].filter((path) => /set|release/.test(path))).toEqual([]);
  });

  it.each(BREAKAGES)('the check of a gateway finds one that %s', async (_, fault, title) => {
    breakage = fault;
    const { code, lines } = await check([`http://127.0.0.1:${proxy.port}`, ...WRITE]);
    expect(lines.find((line) => line.startsWith('✘'))).toContain(title);
    expect(code).toBe(1);
  });

  it('the check of a gateway is refused without a value to write', async () => {
    const { code, errors } = await check(['http://127.0.0.1', '--write', 'CODE=']);
    expect(errors).toContain('Usage:');
    expect(code).toBe(1);
  });

  it('the check of a gateway is refused without an account', async () => {
    const { errors } = await check([gateway.address], {});
    expect(errors).toContain('GATEWAY_USERNAME and GATEWAY_PASSWORD must be set.');
  });

  it('the check of a gateway ends if it cannot sign in', async () => {
    const { code, lines } = await check([gateway.address], { ...ACCOUNT, GATEWAY_PASSWORD: 'wrong' });
    expect(lines.slice(1)).toEqual([
      'The other checks need an access token.',
      '0 passed, 1 failed, 0 skipped',
    ]);
    expect(code).toBe(1);
  });

  it('the check of a gateway reports one that does not answer', async () => {
    const { code, lines } = await check([`http://127.0.0.1:${await freePort()}`]);
    expect(lines[0]).toContain('ECONNREFUSED');
    expect(code).toBe(1);
  });
});
