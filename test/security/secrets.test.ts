import { PASSWORD } from '../factories/an-account';
import { codeIn, Outbox } from '../factories/outbox';
import { type ApiAnswer, type CallOptions, RunningApi } from '../factories/running-api';
import { waitFor } from '../harness';

const MAIL_PASSWORD = 'hidden-mail-password';
const WRONG_PASSWORD = 'hidden-wrong-password';
const NEW_PASSWORD = 'hidden sentence of a user';
const RESET_PASSWORD = 'hidden sentence after that';
const ADDRESS = 'registers@example.org';

interface Session {
  accessToken: string;
  refreshToken: string;
  user: { id: number };
}

describe('the log at its most verbose level', () => {
  let api: RunningApi;
  let outbox: Outbox;
  /** The secrets that the log must not contain. */
  const secrets = new Map<string, string>();

  beforeAll(async () => {
    api = await RunningApi.start({ LOG_LEVEL: 'trace', MAIL_PASSWORD: 'hidden-env-password' });
    const { DATA_DIR, JWT_SECRET, GATEWAY_PASSWORD } = api.environment;
    outbox = new Outbox(DATA_DIR);
    for (const [name, secret] of Object.entries({ JWT_SECRET, GATEWAY_PASSWORD, PASSWORD })) {
      secrets.set(name, secret);
    }
  });
  afterAll(() => api.stop());

  const call = (method: string, path: string, options: CallOptions = {}) =>
    api.call(method, `/api${path}`, options);

  function remember(name: string, { body }: ApiAnswer): Session {
    const session = body as Session;
    secrets.set(`access token of ${name}`, session.accessToken);
    secrets.set(`refresh token of ${name}`, session.refreshToken);
    return session;
  }

  const login = async (username: string, password: string) =>
    call('POST', '/auth/login', { body: { username, password } });

  it('the verbose log is written during sign-in, refresh and sign-out', async () => {
    const first = remember('a login', await login('admin', PASSWORD));
    await login('admin', WRONG_PASSWORD);
    const refresh = { refreshToken: first.refreshToken };
    const second = remember('a refresh', await call('POST', '/auth/refresh', { body: refresh }));
    expect((await call('POST', '/auth/refresh', { body: refresh })).status).toBe(401);
    const { status } = await call('POST', '/auth/logout', {
      token: second.accessToken,
      body: { refreshToken: second.refreshToken },
    });
    expect(status).toBe(200);
  });

  it('the verbose log is written during registration and password reset', async () => {
    await call('POST', '/auth/register/send-code', { body: { email: ADDRESS } });
    const registration = {
      username: 'registers',
      email: ADDRESS,
      password: NEW_PASSWORD,
      code: await nextCode('registration'),
    };
    const registered = await call('POST', '/auth/register', { body: registration });
    expect(registered.status).toBe(201);
    remember('a registration', registered);
    await call('POST', '/auth/register', { body: registration });
    await call('POST', '/auth/forgot-password/send-code', { body: { email: ADDRESS } });
    const reset = { email: ADDRESS, code: await nextCode('reset'), newPassword: RESET_PASSWORD };
    expect((await call('POST', '/auth/forgot-password/reset', { body: reset })).status).toBe(200);
    await call('POST', '/auth/forgot-password/reset', { body: { ...reset, code: 'hidden-code' } });
  });

  it('the verbose log is written when event streams are opened and refused', async () => {
    const { accessToken } = remember('a listener', await login('registers', RESET_PASSWORD));
    const issued = await call('POST', '/events/token', { token: accessToken });
    const { token } = issued.body as { token: string };
    secrets.set('stream token', token);
    const leaving = new AbortController();
    const stream = await fetch(`${api.address}/api/events?token=${token}`, { signal: leaving.signal });
    expect(stream.status).toBe(200);
    leaving.abort();
    expect((await call('GET', '/events?token=hidden-stream-token')).status).toBe(401);
    expect((await call('GET', `/nothing?token=${token}&password=hidden-query`)).status).toBe(404);
  });

  it('the verbose log is written when the configuration or a user changes, and when requests are refused', async () => {
    const token = remember('an administrator', await login('admin', PASSWORD)).accessToken;
    await call('PUT', '/configs', { token, body: { mail: { host: null, password: MAIL_PASSWORD } } });
    await call('PUT', '/configs', { token, body: { mail: { port: 'x', password: MAIL_PASSWORD } } });
    const account = { username: 'made', email: 'made@example.org', password: NEW_PASSWORD, role: 'viewer' };
    const { body } = await call('POST', '/users', { token, body: account });
    expect(body).toMatchObject({ username: 'made' });
    await call('POST', '/users', { token, body: account });
    const own = remember('a user', await login('made', NEW_PASSWORD));
    const change = { currentPassword: WRONG_PASSWORD, newPassword: RESET_PASSWORD };
    await call('PUT', `/users/${own.user.id}/password`, { token: own.accessToken, body: change });
    await call('PUT', `/users/${own.user.id}/password`, {
      token: own.accessToken,
      body: { ...change, currentPassword: NEW_PASSWORD },
    });
    await call('POST', '/auth/login', { body: `{"password": "hidden-malformed`, token });
    await call('POST', '/auth/login', { body: { username: ['x'], password: { x: 'hidden-typed' } } });
    await call('GET', '/auth/me', { headers: { authorization: 'Basic aGlkZGVuOmhpZGRlbg==' } });
    await call('GET', '/auth/me', {
      headers: { authorization: 'Bearer hidden-bearer', cookie: 'sid=hidden-cookie' },
    });
  });

  it('the verbose log is written when an internal error occurs', async () => {
    const { accessToken, user } = remember('one with a fault', await login('made', RESET_PASSWORD));
    const { manager } = api.database.dataSource;
    await call('PUT', '/settings', { token: accessToken, body: { theme: 'dark' } });
    await manager.query(
      `UPDATE user_preferences SET preferences = '{"hidden-row' WHERE user_id = ${user.id}`,
    );
    expect((await call('GET', '/settings', { token: accessToken })).status).toBe(500);
  });

  it('the verbose log contains no secret', async () => {
    await api.stopProcess();
    const log = await waitFor(() => api.log.split('"responseTime"').length > 25 && api.log, {
      what: 'the log',
    });
    for (const told of ['/api/auth/login', '/api/events', 'refresh_refused', 'A request failed']) {
      expect(log).toContain(told);
    }
    expect(secrets.size).toBeGreaterThan(14);
    expect([...secrets].filter(([, secret]) => isIn(log, secret))).toEqual([]);
    const loose = [/hidden/i, /token=/i, /\bBearer\b/, /\bBasic\b/, /aGlkZGVu/, /\$argon2/, /eyJ[\w-]+\.eyJ/];
    expect(loose.flatMap((pattern) => log.split('\n').filter((line) => pattern.test(line)))).toEqual([]);
  });

  /** Returns the code that is stored for the purpose. */
  async function nextCode(purpose: string): Promise<string> {
    const code = codeIn(await outbox.next(ADDRESS)) ?? '';
    secrets.set(`code of a ${purpose}`, code);
    return code;
  }
});

/** Searches for the code as a whole word, because times and ids contain many groups of six digits. */
function isIn(text: string, secret: string): boolean {
  return new RegExp(`(?<!\\w)${secret.replace(/\W/g, '\\$&')}(?!\\w)`).test(text);
}
