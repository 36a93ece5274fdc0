// Runs on both profiles: text and errors pass through another driver.
import { type ApiAnswer, RunningApi } from '../factories/running-api';
import { describeOnPostgres } from '../profile';

/** Each value has a special meaning in one of the databases, or in a layer in front of them. */
const HOSTILE = [
  `'`,
  `"`,
  '`',
  '\\',
  `\\'`,
  '%',
  '_',
  '%%%',
  ';',
  '--',
  '/*',
  '#',
  `' OR '1'='1`,
  `' OR 1=1 --`,
  `'; DROP TABLE audit_entry; --`,
  `') UNION SELECT password_hash FROM user_account --`,
  '${7*7}',
  '{{7*7}}',
  '$1',
  ':action',
  '?',
  '中文',
  '\u202e',
  '\ud83d\ude00',
];

describe('hostile values', () => {
  let api: RunningApi;
  let token: string;

  beforeAll(async () => {
    api = await RunningApi.start();
    token = await api.signIn();
    // Create rows that a query would return if an injected condition took effect.
    for (const theme of ['dark', 'light']) await api.call('PUT', '/api/settings', { token, body: { theme } });
  });
  afterAll(() => api.stop());

  const filtered = (path: string, name: string, value: string): Promise<ApiAnswer> =>
    api.call('GET', `/api${path}?${name}=${encodeURIComponent(value)}`, { token });

  it.each(HOSTILE)('hostile values are compared as plain text in filters: %s', async (value) => {
    expect(await filtered('/system/audit', 'action', value)).toMatchObject({ status: 200, body: [] });
    expect(await filtered('/users', 'search', value)).toMatchObject({ status: 200, body: [] });
  });

  it('hostile values are not treated as wildcards in a search for names', async () => {
    expect((await filtered('/users', 'search', 'adm')).body).toHaveLength(1);
    for (const pattern of ['a%n', 'a_min', 'a.*', '[a]dmin', '%', '_____']) {
      expect((await filtered('/users', 'search', pattern)).body).toEqual([]);
    }
  });

  it('hostile values are stored unchanged and have no other effect', async () => {
    for (const platformName of HOSTILE) {
      const answer = await api.call('PUT', '/api/configs', { token, body: { platformName } });
      expect(answer).toMatchObject({ status: 200, body: { platformName } });
    }
    expect((await api.call('GET', '/api/public/settings')).body).toMatchObject({
      platformName: HOSTILE.at(-1),
    });
  });

  // These values are handled before they reach the driver of the database.
  describeOnPostgres('refused or parsed by the API', () => {
    it.each([
      ['/system/audit', 'action'],
      ['/users', 'search'],
      ['/users', 'role'],
    ])('hostile values are refused in %s?%s if they are too long or contain NUL', async (path, name) => {
      for (const value of ['a\0b', 'x'.repeat(10_000)]) {
        expect(await filtered(path, name, value)).toMatchObject({
          status: 400,
          body: { error: expect.any(String), code: 'validation_failed', details: [{ path: name }] },
        });
      }
      const twice = await api.call('GET', `/api${path}?${name}=a&${name}=b`, { token });
      expect(twice).toMatchObject({ status: 400, body: { details: [{ path: name }] } });
    });

    it.each(['action[$ne]=x', 'action[]=x', 'action[0]=x', 'action.x=1', '__proto__[action]=x'])(
      'hostile values are not parsed as objects: %s is an unknown parameter',
      async (query) => {
        const all = await api.call('GET', '/api/system/audit', { token });
        expect((await api.call('GET', `/api/system/audit?${query}`, { token })).body).toEqual(all.body);
      },
    );

    it.each([{ $ne: null }, ['admin'], 7, true, null])(
      'hostile values are refused in a body if the field must be text: %j',
      async (value) => {
        for (const [method, path, body] of [
          ['POST', '/auth/login', { username: value, password: 'x' }],
          ['PUT', '/configs', { platformName: value }],
          ['PUT', '/settings', { theme: value }],
        ] as const) {
          expect(await api.call(method, `/api${path}`, { token, body })).toMatchObject({
            status: 400,
            body: { code: 'validation_failed' },
          });
        }
      },
    );

    it('hostile values do not change any prototype', async () => {
      const body = '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"x":1}},"theme":"dark"}';
      expect((await api.call('PUT', '/api/settings', { token, body })).status).toBe(200);
      const { body: state } = await api.call('GET', '/api/auth/me/state', { token });
      expect(state).toEqual({ theme: 'dark' });
    });
  });
});
