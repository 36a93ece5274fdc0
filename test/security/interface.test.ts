import { randomBytes } from 'node:crypto';
import { type AccessWord, isAccountRoute, type RoutePermission } from '@app/auth';
import { UserPreferencesEntity } from '@app/entities';
import { PASSWORD } from '../factories/an-account';
import { type CallOptions, RunningApi } from '../factories/running-api';

const CLIENT_ERROR = { error: expect.any(String) as string, code: expect.any(String) as string };
/** Text that reveals internals, such as stacks, statements, paths and drivers. */
const INSIDE =
  /\bat \w|\.[jt]s\b|node_modules|\/dist\/|SELECT|INSERT|UPDATE |QueryFailed|driver|postgres|mysql/i;

describe('the interface under attack', () => {
  let api: RunningApi;
  let token: string;

  beforeAll(async () => {
    api = await RunningApi.start();
    token = await api.signIn();
  });
  afterAll(() => api.stop());

  const call = (method: string, path: string, options: CallOptions = {}) =>
    api.call(method, `/api${path}`, { token, ...options });
  const documentation = () => api.call('GET', '/documentation/json');

  describe('an error', () => {
    it.each<[string, string, string, CallOptions, number]>([
      ['malformed JSON', 'PUT', '/configs', { body: '{"platformName": hidden' }, 400],
      ['a list instead of an object', 'PUT', '/configs', { body: [] }, 400],
      [
        'a wrong content type',
        'PUT',
        '/configs',
        { body: 'a=1', headers: { 'content-type': 'text/plain' } },
        415,
      ],
      [
        'a form',
        'POST',
        '/auth/login',
        { body: 'username=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        415,
      ],
      ['a wrong type', 'PUT', '/configs', { body: { registrationEnabled: 'yes' } }, 400],
      ['a wrong type in a nested object', 'PUT', '/configs', { body: { mail: { port: '25' } } }, 400],
      ['a malformed id', 'GET', '/users/abc', {}, 400],
      ['an id that is too large for its column', 'GET', '/users/99999999999', {}, 404],
      ['an unknown record', 'GET', '/users/2000000000', {}, 404],
      ['an unknown route', 'GET', '/nothing', {}, 404],
      ['an unknown route with a body', 'POST', '/nothing/7', { body: { a: 1 } }, 404],
      ['an unknown path outside the API', 'GET', '/../etc/passwd', {}, 404],
      ['an unsupported method', 'DELETE', '/configs', {}, 405],
      ['a body that is too large', 'PUT', '/configs', { body: { platformName: 'x'.repeat(2 ** 20) } }, 413],
      ['a body that is nested too deeply', 'PUT', '/configs', { body: nested(100_000) }, 400],
      ['no token', 'GET', '/configs', { token: undefined }, 401],
      ['an invalid percent escape', 'GET', '/users/%FF', {}, 400],
    ])(
      'an error caused by %s has the common format and shows no internals',
      async (_what, method, path, options, status) => {
        const answer = await call(method, path, options);
        expect(answer.status).toBe(status);
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
        expect(answer.body).toMatchObject(CLIENT_ERROR);
        expect(answer.text).not.toMatch(INSIDE);
        expect(answer.text).not.toContain('hidden');
      },
    );

    it('an error has the status 409 if a constraint of the database is violated', async () => {
      const name = `twice-${randomBytes(4).toString('hex')}`;
      const account = {
        username: name,
        email: `${name}@example.org`,
        password: 'an unusual sentence',
        role: 'viewer',
      };
      const answers = await Promise.all([1, 2, 3, 4].map(() => call('POST', '/users', { body: account })));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const refused = answers.filter(({ status }) => status === 409);
      expect(refused).toHaveLength(3);
      for (const answer of refused) {
        expect(answer.body).toMatchObject(CLIENT_ERROR);
        expect(answer.text).not.toMatch(INSIDE);
      }
    });

    it('an error has the status 500 if it is unexpected, and only the log contains the reason', async () => {
      const viewer = await api.signInAs('viewer');
      const { manager } = api.database.dataSource;
      await manager.insert(UserPreferencesEntity, { userId: viewer.id, preferences: {} });
      // The API cannot store text that is not JSON, so the test changes the database itself.
      await manager.query(`UPDATE user_preferences SET preferences = '{' WHERE user_id = ${viewer.id}`);
      const answer = await call('GET', '/auth/me/state', { token: viewer.token });
      expect(answer.status).toBe(500);
      const words = 'Internal server error';
      expect(answer.body).toMatchObject({
        statusCode: 500,
        message: words,
        error: words,
        code: 'internal_error',
      });
      expect((await call('GET', '/auth/me', { token: viewer.token })).status).toBe(200);
    });
  });

  describe('a parameter', () => {
    it.each([
      'page=0',
      'page=51&limit=200',
      'page=%2B1',
      'page=0x10',
      'limit=201',
      'limit=20&limit=20',
      'userId=0',
      'userId=99999999999',
      'from=2026-02-30',
      'from=99999-01-01',
      'from=0000-01-01',
      'from=2026-02-02&to=2026-02-01',
      'from=2026-02-01&to=2026-02-01',
      'from=2026-02-01T00:00:00Z&to=2026-02-01T01:00:00%2B01:00',
    ])('a parameter is refused if it is invalid: %s', async (query) => {
      const answer = await call('GET', `/system/audit?${query}`);
      expect(answer).toMatchObject({
        status: 400,
        body: { ...CLIENT_ERROR, code: 'validation_failed', details: [{ path: expect.any(String) }] },
      });
    });

    it.each(['page=1', 'limit=1', 'limit=200', 'page=50&limit=200', 'from=1000-01-01&to=9998-12-31'])(
      'a parameter is accepted up to its bounds: %s',
      async (query) => {
        expect((await call('GET', `/system/audit?${query}`)).status).toBe(200);
      },
    );

    it.each([
      'from=2016-01-01&to=2026-01-01&interval=hour',
      'from=2026-02-01&to=2026-01-01&interval=hour',
      'from=2026-01-01&to=2026-01-01&interval=day',
      'from=2026-01-01&to=2026-02-01&interval=minute',
      'from=2026-01-01&to=2026-02-01',
      'from=2026-01-01&interval=hour',
      'from=2026-01-01&to=2026-02-30&interval=hour',
      'from=1000-01-01&to=9998-01-01&interval=day',
    ])('a parameter of the energy routes is refused beyond its bounds: %s', async (query) => {
      expect(await call('GET', `/energy/details?${query}`)).toMatchObject({
        status: 400,
        body: CLIENT_ERROR,
      });
    });

    it('a parameter of the energy routes is accepted up to its bounds', async () => {
      const query = 'from=2025-01-01&to=2026-01-01&interval=hour';
      expect(await call('GET', `/energy/details?${query}`)).toMatchObject({ status: 200, body: [] });
    });

    it('a parameter with the value "false" is read as false', async () => {
      const set = { desktopNotification: true };
      expect(await call('PUT', '/settings', { body: set })).toMatchObject({ status: 200, body: set });
      for (const desktopNotification of ['false', 'true', 0, 1, null]) {
        expect((await call('PUT', '/settings', { body: { desktopNotification } })).status).toBe(400);
      }
      expect(await call('PUT', '/settings', { body: { desktopNotification: false } })).toMatchObject({
        body: { desktopNotification: false },
      });
    });
  });

  describe('the reference', () => {
    it('the reference states the same permissions for each route as the permission table', async () => {
      const { paths } = (await documentation()).body as Reference;
      const described = Object.entries(paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, { security, description = '', 'x-lowest-role': role }]) => {
          const lowest = /Lowest role: (\w+)/.exec(description)?.[1];
          const route = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
          return { route, told: { security, lowest, role } };
        }),
      );
      expect(described.length).toBeGreaterThan(30);
      const table = (await call('GET', '/users/roles')).body as RoutePermission[];
      const listed = new Map(
        table.map(({ method, path, access }) => [`${method} ${path}`, toldOf(access, path)]),
      );
      // Compare only the routes of the permission table, because the reference may list more.
      const compared = described.filter(({ route }) => listed.has(route));
      expect(compared.length).toBeGreaterThan(25);
      expect(compared.map(({ route }) => ({ route, told: listed.get(route) }))).toEqual(compared);
    });

    it('the reference shows no token, no secret and no detail of this installation', async () => {
      const { text } = await documentation();
      const { JWT_SECRET, GATEWAY_PASSWORD, GATEWAY_URL, DATABASE_URL, DATA_DIR } = api.environment;
      for (const secret of [JWT_SECRET, GATEWAY_PASSWORD, GATEWAY_URL, DATABASE_URL, DATA_DIR, PASSWORD]) {
        expect(text.includes(secret)).toBe(false);
      }
      // The text is long, so only the match is compared.
      expect(/eyJ[\w-]+\.|\$argon2|passwordHash|tokenHash/.exec(text)?.[0]).toBeUndefined();
    });

    it('the reference is not served if it is turned off', async () => {
      const silent = await api.another({ DOCUMENTATION: false });
      for (const path of ['/documentation', '/documentation/json', '/documentation/swagger-ui.css']) {
        expect(await silent.call('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      }
      await silent.stopProcess();
    });
  });
});

interface Reference {
  paths: Record<
    string,
    Record<string, { security?: object[]; description?: string; 'x-lowest-role'?: string }>
  >;
}

/** Returns the statement that the reference must make about the callers of a route. */
function toldOf(access: AccessWord, path: string): { security: object[]; lowest?: string; role?: string } {
  if (access === 'public') return { security: [] };
  if (access === 'stream token') return { security: [{ streamToken: [] }] };
  const security = [{ accessToken: [] }, ...(isAccountRoute(path) ? [] : [{ apiKey: [] }])];
  return access.startsWith('self') ? { security } : { security, lowest: access, role: access };
}

function nested(depth: number): string {
  return `{"mail":${'['.repeat(depth)}${']'.repeat(depth)}}`;
}
