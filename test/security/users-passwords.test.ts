import { PASSWORD } from '../factories/an-account';
import { RunningApi } from '../factories/running-api';

/** Guesses are blocked after this number of failures. It is low enough that no guess is delayed before the block. */
const FAILURES = 3;
const NEXT_PASSWORD = 'another horse battery staple';

describe("changing one's own password", () => {
  let api: RunningApi;

  beforeAll(async () => {
    api = await RunningApi.start({ LIMIT_LOGIN_FAILURES_PER_ACCOUNT: FAILURES });
  }, 60_000);

  afterAll(() => api.stop());

  async function signedIn() {
    const { id, username } = await api.signInAs('viewer');
    const body = { username, password: PASSWORD };
    const login = await api.call('POST', '/api/auth/login', { body });
    const { accessToken: token, refreshToken } = login.body as Record<string, string>;
    return { id, username, token, refreshToken };
  }

  const change = ({ id, token }: { id: number; token?: string }, body: object) =>
    api.call('PUT', `/api/users/${id}/password`, { token, body });
  const login = (username: string, password: string) =>
    api.call('POST', '/api/auth/login', { body: { username, password } });

  it('a password change ends the session and replaces the password', async () => {
    const user = await signedIn();
    const answer = await change(user, { currentPassword: PASSWORD, newPassword: NEXT_PASSWORD });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });

    const { refreshToken } = user;
    expect((await api.call('POST', '/api/auth/refresh', { body: { refreshToken } })).status).toBe(401);
    expect((await login(user.username, PASSWORD)).status).toBe(401);
    expect((await login(user.username, NEXT_PASSWORD)).status).toBe(200);
    expect((await api.call('GET', '/api/auth/me', { token: user.token })).status).toBe(200);
  });

  it('a password change requires the current password', async () => {
    const user = await signedIn();
    const answer = await change(user, { currentPassword: 'a guess', newPassword: NEXT_PASSWORD });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_password', details: [{ path: 'currentPassword' }] },
    });
    expect((await login(user.username, PASSWORD)).status).toBe(200);
  });

  it('a password change limits guesses of the current password in the same way as the sign-in', async () => {
    const user = await signedIn();
    const guess = () => change(user, { currentPassword: 'a guess', newPassword: NEXT_PASSWORD });
    const statuses = [];
    for (let tries = 0; tries < FAILURES + 1; tries++) statuses.push((await guess()).status);
    expect(statuses).toEqual([...Array.from({ length: FAILURES }, () => 400), 429]);
    expect((await login(user.username, 'a guess')).status).toBe(429);
    const right = await change(user, { currentPassword: PASSWORD, newPassword: NEXT_PASSWORD });
    expect(right.status).toBe(429);
    expect(right.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it.each([
    ['one of the most common passwords', 'Password123'],
    ['a number', 12_345_678],
  ])('a password change refuses %s as the new password', async (_, newPassword) => {
    const user = await signedIn();
    const answer = await change(user, { currentPassword: PASSWORD, newPassword });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'newPassword' }] } });
  });

  it('a password change refuses a password that contains the username', async () => {
    const user = await signedIn();
    const newPassword = `it is ${user.username.toUpperCase()} here`;
    const answer = await change(user, { currentPassword: PASSWORD, newPassword });
    expect(answer.status).toBe(400);
  });

  it('a password change uses all characters of a long password', async () => {
    const user = await signedIn();
    const long = '密码 🔑 '.repeat(20).padEnd(127, '.');
    expect((await change(user, { currentPassword: PASSWORD, newPassword: `${long}a` })).status).toBe(200);
    expect((await login(user.username, `${long}b`)).status).toBe(401);
    expect((await login(user.username, `${long}a`)).status).toBe(200);
  });

  it('only one of several concurrent password changes succeeds', async () => {
    const user = await signedIn();
    const answers = await Promise.all(
      ['one', 'two', 'three', 'four'].map((word) =>
        change(user, { currentPassword: PASSWORD, newPassword: `${word} horse battery staple` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  });

  it('a password change is recorded in the audit log without the passwords', async () => {
    const user = await signedIn();
    await change(user, { currentPassword: PASSWORD, newPassword: NEXT_PASSWORD });
    const entry = (await api.auditEntries()).findLast(({ userId }) => userId === user.id);
    expect(entry).toMatchObject({ action: 'user.password_changed', target: `user ${user.id}` });
    expect(JSON.stringify(await api.auditEntries())).not.toContain(NEXT_PASSWORD);
    expect(api.log).not.toContain(NEXT_PASSWORD);
  });
});
