import { UserEntity } from '@app/entities';
import { FixedClock } from '@app/kernel';
import { hash } from '@node-rs/argon2';
import { PASSWORD, anAccount } from '../factories/an-account';
import { ALIKE, compareTimes } from '../factories/compare-times';
import { type Answer, GuardedApi } from '../factories/guarded-api';

const UNKNOWN = 'nobody.at.all';
/** Turns off the delay against guessing, so that the test measures only the response itself. */
const UNTHROTTLED = {
  LIMIT_LOGIN_FAILURES_PER_ACCOUNT: 10_000,
  LIMIT_LOGIN_FAILURES_PER_CLIENT: 10_000,
  LIMIT_LOGIN_DELAY_MS: 0,
};

let api: GuardedApi;

beforeAll(async () => {
  const clock = new FixedClock(Date.parse('2026-03-01T12:00:00Z'));
  api = await GuardedApi.start(clock, { environment: UNTHROTTLED });
});
afterAll(() => api.stop());

const login = (username: unknown, password: unknown) => api.post('/auth/login', { username, password });

describe('credentials at sign-in', () => {
  let user: UserEntity;

  beforeAll(async () => {
    user = await anAccount(api.database.dataSource);
  });

  it('credentials are accepted if they are right', async () => {
    expect(await login(user.email, PASSWORD)).toMatchObject({
      body: {
        accessToken: expect.any(String),
        refreshToken: expect.any(String),
        user: { id: user.id, username: user.username, email: user.email, role: 'viewer', avatar: null },
      },
    });
  });

  it('credentials never cause a response that contains the password hash', async () => {
    const { text, body } = await login(user.username, PASSWORD);
    const me = await api.get('/auth/me', String(body.accessToken));
    expect(Object.keys(me.body).sort()).toEqual(
      ['id', 'username', 'email', 'role', 'avatar', 'createdAt', 'lastLoginAt'].sort(),
    );
    expect(text).not.toMatch(/argon2|hash/i);
  });

  it('credentials are refused with identical responses for every reason', async () => {
    const withoutPassword = await anAccount(api.database.dataSource, { passwordHash: null });
    const answers = await Promise.all([
      login(user.username, 'wrong password'),
      login(user.email, 'wrong password'),
      login(UNKNOWN, PASSWORD),
      login('nobody@example.org', PASSWORD),
      login(withoutPassword.username, PASSWORD),
    ]);
    const seen = new Set(
      answers.map(({ status, text, headers }: Answer) => {
        const names = [...headers.keys()].sort().join();
        return `${status} ${text} ${names}`;
      }),
    );
    expect([...seen]).toEqual([
      expect.stringMatching(/^401 \{"error":"[^"]+","code":"invalid_credentials"\} /),
    ]);
  });

  it.each<[string, unknown, unknown]>([
    ['no name', undefined, PASSWORD],
    ['no password', 'somebody', undefined],
    ['an empty name', '', PASSWORD],
    ['a number as the name', 7, PASSWORD],
    ['an object as the name', { $ne: null }, PASSWORD],
    ['a list as the password', 'somebody', [PASSWORD]],
    ['a name with NUL', 'some\0body', PASSWORD],
    ['a name that is too long', 'a'.repeat(10_000), PASSWORD],
    ['a password that is too long', 'somebody', 'a'.repeat(100_000)],
  ])('credentials are refused with validation_failed if the body has %s', async (_, username, password) => {
    expect(await login(username, password)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', details: expect.any(Array) },
    });
  });

  it.each([`' OR '1'='1`, `%`, `_`, `" --`, `\\`, `somebody'; DROP TABLE user_account; --`])(
    'credentials are never inserted into a statement: %s',
    async (username) => {
      expect((await login(username, PASSWORD)).status).toBe(401);
    },
  );

  it('credentials are refused equally fast for known and unknown names', async () => {
    const user = await anAccount(api.database.dataSource, { passwordHash: await hash(PASSWORD) });
    const refusal = (username: string) => async () => {
      const { status } = await api.post('/auth/login', { username, password: 'wrong password' });
      expect(status).toBe(401);
    };
    const ratio = await compareTimes(refusal(user.username), refusal(UNKNOWN));
    expect(ratio).toBeGreaterThan(ALIKE.least);
    expect(ratio).toBeLessThan(ALIKE.most);
  }, 60_000);
});

describe('refresh tokens', () => {
  it.each<[string, unknown]>([
    ['missing', undefined],
    ['null', null],
    ['empty', ''],
    ['a number', 7],
    ['a list', ['token']],
    ['an object', { token: 1 }],
    ['too long', 'a'.repeat(10_000)],
  ])('refresh tokens are refused with validation_failed if they are %s', async (_, refreshToken) => {
    expect(await api.post('/auth/refresh', { refreshToken })).toMatchObject({
      status: 400,
      body: { error: expect.any(String), code: 'validation_failed' },
    });
  });

  it('refresh tokens are refused if they are unknown', async () => {
    expect(await api.post('/auth/refresh', { refreshToken: 'unknown' })).toMatchObject({
      status: 401,
      body: { error: expect.any(String), code: 'invalid_refresh_token' },
    });
  });

  it('refresh tokens are invalid after a logout, which may be repeated', async () => {
    const user = await anAccount(api.database.dataSource);
    const { body } = await login(user.username, PASSWORD);
    const accessToken = String(body.accessToken);
    for (const given of [undefined, {}, { refreshToken: body.refreshToken }]) {
      expect((await api.post('/auth/logout', given, accessToken)).body).toEqual({ success: true });
    }
    expect((await api.post('/auth/refresh', { refreshToken: body.refreshToken })).status).toBe(401);
    expect((await api.get('/auth/me', accessToken)).status).toBe(200);
  });

  it('refresh tokens must be text in the body of a logout', async () => {
    const user = await anAccount(api.database.dataSource);
    const { body } = await login(user.username, PASSWORD);
    for (const refreshToken of ['', 7, ['token'], null]) {
      expect((await api.post('/auth/logout', { refreshToken }, String(body.accessToken))).status).toBe(400);
    }
  });
});
