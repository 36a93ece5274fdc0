// Runs in the full check only: it starts whole products.
import type { Environment } from '@app/config';
import { type TestDatabase, openDatabase, testEnvironment } from '../harness';
import { ApiProcess, runApiAlone } from '../servers/api-process';

interface Session {
  accessToken: string;
  refreshToken: string;
  user: { id: number };
}

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('sign-in over HTTP', () => {
  const running: ApiProcess[] = [];
  let database: TestDatabase;
  let environment: Environment;
  let api: ApiProcess;

  beforeAll(async () => {
    database = await openDatabase();
    environment = testEnvironment({ DATABASE_URL: database.url, QUEUE_URL: database.queueUrl });
    api = await start();
  });

  afterAll(async () => {
    await Promise.all(running.map((process) => process.stop()));
    await database.drop();
  });

  async function start(overrides: Partial<Environment> = {}): Promise<ApiProcess> {
    Object.assign(environment, overrides);
    const started = await ApiProcess.start(environment);
    running.push(started);
    return started;
  }
  const seededPassword = () => running[0]?.ready.seededAdministrator?.password ?? '';
  const login = async (username = 'admin') =>
    (await api.post('/auth/login', { username, password: seededPassword() })).json() as Promise<Session>;
  const refresh = (refreshToken: string) => api.post('/auth/refresh', { refreshToken });
  const me = (token: string) => api.get('/auth/me', token);

  it('a sign-in succeeds for the administrator that the first start created', async () => {
    expect(api.ready.seededAdministrator).toEqual({ username: 'admin', password: expect.any(String) });
    const session = await login();
    expect(session).toEqual({
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refreshToken: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
      user: {
        id: expect.any(Number),
        username: 'admin',
        email: 'admin@localhost',
        role: 'admin',
        avatar: null,
        createdAt: INSTANT,
        lastLoginAt: INSTANT,
      },
    });
    const answer = await me(session.accessToken);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(session.user);
  });

  it('the API accepts each refresh token only once', async () => {
    const first = await login('ADMIN@localhost');
    const answer = await refresh(first.refreshToken);
    expect(answer.status).toBe(200);
    const second = (await answer.json()) as Session;
    expect(Object.keys(second).sort()).toEqual(['accessToken', 'refreshToken']);
    expect((await me(second.accessToken)).status).toBe(200);
    const again = await refresh(first.refreshToken);
    expect(again.status).toBe(401);
    expect(await again.json()).toEqual({ error: expect.any(String), code: 'invalid_refresh_token' });
    expect((await refresh(second.refreshToken)).status).toBe(200);
  });

  it("a sign-in ends the user's earlier session", async () => {
    const first = await login();
    const second = await login();
    expect((await refresh(first.refreshToken)).status).toBe(401);
    expect((await refresh(second.refreshToken)).status).toBe(200);
  });

  it('a logout ends the session, needs no body and may be repeated', async () => {
    const { accessToken, refreshToken } = await login();
    for (const body of [undefined, { refreshToken }]) {
      const answer = await api.post('/auth/logout', body, accessToken);
      expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
    }
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  it('a sign-in is required for the routes that need a token according to the API reference', async () => {
    for (const answer of [await api.get('/auth/me'), await api.post('/auth/logout')]) {
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(await answer.json()).toEqual({ error: expect.any(String), code: 'unauthenticated' });
    }
  });

  it('a session survives a restart with a new signing secret, because the refresh token stays valid', async () => {
    const { accessToken, refreshToken } = await login();
    await api.stop();
    api = await start({ JWT_SECRET: 'another secret, as long as it must be' });
    expect(api.ready.seededAdministrator).toBeUndefined();
    expect((await me(accessToken)).status).toBe(401);
    const answer = await refresh(refreshToken);
    expect(answer.status).toBe(200);
    expect((await me(((await answer.json()) as Session).accessToken)).status).toBe(200);
  });

  it('a sign-in succeeds with the first password, which an api without a supervisor logs once', async () => {
    const fresh = await openDatabase();
    const variables = { DATABASE_URL: fresh.url, QUEUE_URL: fresh.queueUrl, LOG_LEVEL: 'info' } as const;
    const [first, second] = [
      await runApiAlone(testEnvironment(variables)),
      await runApiAlone(testEnvironment(variables)),
    ];
    await fresh.drop();
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(first.output.match(/[Pp]assword[^\n]*/g)).toEqual([
      expect.stringMatching(/^password of admin is [\w-]{24} \(shown this once\)/),
    ]);
    expect(second.output).not.toMatch(/password/i);
  });

  it('a sign-in is described with its responses in the API reference', async () => {
    const answer = await fetch(`${api.ready.address}/documentation/json`);
    const { paths, components } = (await answer.json()) as {
      paths: Record<string, Record<string, { responses: object; security: object[] }>>;
      components: { schemas: Record<string, { properties: object }> };
    };
    expect(Object.keys(paths['/api/auth/login']?.post?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401']),
    );
    expect(paths['/api/auth/login']?.post?.security).toEqual([]);
    expect(paths['/api/auth/me']?.get?.security).toEqual([{ accessToken: [] }]);
    expect(components.schemas.UserDto?.properties).toMatchObject({
      role: { enum: ['viewer', 'operator', 'engineer', 'admin'] },
      avatar: { type: ['string', 'null'] },
      lastLoginAt: { type: ['string', 'null'], format: 'date-time' },
    });
  });
});
