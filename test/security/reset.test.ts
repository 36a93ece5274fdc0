import { PreferencesService } from '@app/domain';
import type { UserEntity } from '@app/entities';
import { FixedClock } from '@app/kernel';
import { PASSWORD, anAccount } from '../factories/an-account';
import { GuardedApi } from '../factories/guarded-api';
import { CODE_LIFETIME_MS, CODE_SENT, INVALID_CODE, visibleOf, wrongCode } from '../factories/mailed-code';
import { codeIn, Outbox } from '../factories/outbox';

const START = Date.parse('2026-03-01T12:00:00Z');
const NEW_PASSWORD = 'gravel pit lantern';

describe('a password reset', () => {
  const clock = new FixedClock(START);
  let api: GuardedApi;
  let outbox: Outbox;
  let user: UserEntity;

  beforeAll(async () => {
    api = await GuardedApi.start(clock, { environment: { LIMIT_CODES_PER_CLIENT: 1000 } });
    outbox = new Outbox(api.environment.DATA_DIR);
  });
  beforeEach(async () => {
    clock.set(START);
    user = await anAccount(api.database.dataSource);
  });
  afterAll(() => api.stop());

  const sendCode = (email: unknown) => api.post('/auth/forgot-password/send-code', { email });
  const reset = (code: unknown, overrides: object = {}) =>
    api.post('/auth/forgot-password/reset', {
      email: user.email,
      newPassword: NEW_PASSWORD,
      code,
      ...overrides,
    });
  const aCode = async () => {
    expect(await sendCode(user.email)).toMatchObject({ status: 200, body: CODE_SENT });
    return codeIn(await outbox.next(user.email)) ?? '';
  };
  const login = (password: string) => api.post('/auth/login', { username: user.username, password });

  it('a password reset replaces the password', async () => {
    const answer = await reset(await aCode());
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect((await login(PASSWORD)).status).toBe(401);
    expect((await login(NEW_PASSWORD)).status).toBe(200);
  });

  it('a password reset ends the session, but access tokens stay valid until they expire', async () => {
    const { accessToken, refreshToken } = (await login(PASSWORD)).body;
    await reset(await aCode());
    expect((await api.post('/auth/refresh', { refreshToken })).status).toBe(401);
    expect((await api.get('/auth/me', String(accessToken))).status).toBe(200);
  });

  it('a password reset notifies the owner in their language', async () => {
    await api.app.get(PreferencesService, { strict: false }).change(user.id, { language: 'en-US' });
    await sendCode(user.email);
    const mail = await outbox.next(user.email);
    expect(mail.headers.get('subject')).toMatch(/reset your Plantroom password/);
    expect(mail.html).toContain('your password stays as it is');
    await reset(codeIn(mail));
    const notice = await outbox.next(user.email);
    expect(notice.headers.get('subject')).toMatch(/password was changed/);
    expect(notice.text).not.toContain(NEW_PASSWORD);
  });

  it('a password reset sets a password for an account that only had provider sign-in', async () => {
    user = await anAccount(api.database.dataSource, { passwordHash: null });
    expect((await reset(await aCode())).status).toBe(200);
    expect((await login(NEW_PASSWORD)).status).toBe(200);
  });

  it('a password reset responds equally to known and unknown addresses, and sends mail only to known addresses', async () => {
    const unknown = 'nobody.knows@example.org';
    const [toKnown, toUnknown] = [await sendCode(user.email), await sendCode(unknown)];
    expect(visibleOf(toKnown)).toEqual(visibleOf(toUnknown));
    expect(codeIn(await outbox.next(user.email))).toBeDefined();
    expect(outbox.has(unknown)).toBe(false);
    const tried = [
      await reset('123456', { email: unknown }),
      await reset('123456', { email: 'nobody.asked@example.org' }),
    ];
    for (const answer of tried) expect(answer).toMatchObject(INVALID_CODE);
  });

  it.each([undefined, 'nobody', 7, ['nobody@example.org'], 'a@example.org,b@example.org'])(
    'a password reset sends no code for %j',
    async (email) => {
      expect(await sendCode(email)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    },
  );

  describe('with a guessed, expired or used code', () => {
    it('a password reset is refused after the fifth wrong attempt, even with the right code', async () => {
      const code = await aCode();
      for (let tries = 0; tries < 5; tries++)
        expect(await reset(wrongCode(code))).toMatchObject(INVALID_CODE);
      expect(await reset(code)).toMatchObject(INVALID_CODE);
      expect((await login(PASSWORD)).status).toBe(200);
    });

    it('a password reset refuses all of 30 concurrent guesses, after which the code is invalid', async () => {
      const code = await aCode();
      const guesses = await Promise.all(Array.from({ length: 30 }, () => reset(wrongCode(code))));
      for (const answer of guesses) expect(answer).toMatchObject(INVALID_CODE);
      expect(await reset(code)).toMatchObject(INVALID_CODE);
    });

    it('a password reset is refused if the code is older than five minutes', async () => {
      const code = await aCode();
      clock.advance(CODE_LIFETIME_MS + 1000);
      expect(await reset(code)).toMatchObject(INVALID_CODE);
    });

    it('a password reset succeeds only once', async () => {
      const code = await aCode();
      expect((await reset(code)).status).toBe(200);
      expect(await reset(code, { newPassword: 'another lantern' })).toMatchObject(INVALID_CODE);
      expect((await login(NEW_PASSWORD)).status).toBe(200);
    });

    it('a password reset succeeds once for concurrent calls with the same code', async () => {
      const code = await aCode();
      const answers = await Promise.all(Array.from({ length: 10 }, () => reset(code)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(answer).toMatchObject(INVALID_CODE);
      }
    });

    it("a password reset is refused with another user's code, and a reset code cannot be used for registration", async () => {
      const other = await anAccount(api.database.dataSource);
      const code = await aCode();
      expect(await reset(code, { email: other.email })).toMatchObject(INVALID_CODE);
      await api.post('/auth/register/send-code', { email: 'new.one@example.org' });
      const registerCode = codeIn(await outbox.next('new.one@example.org'));
      expect(await reset(registerCode, { email: 'new.one@example.org' })).toMatchObject(INVALID_CODE);
    });

    it('a password reset accepts the right code after four wrong attempts', async () => {
      const code = await aCode();
      for (let tries = 0; tries < 4; tries++) await reset(wrongCode(code));
      expect((await reset(code)).status).toBe(200);
    });
  });

  it('a password reset keeps the code valid if the new password is too weak', async () => {
    const code = await aCode();
    for (const newPassword of ['short', 'password', `my ${user.username} again`]) {
      expect(await reset(code, { newPassword })).toMatchObject({
        status: 400,
        body: { code: 'weak_password', details: [{ path: 'newPassword', message: expect.any(String) }] },
      });
    }
    expect((await reset(code)).status).toBe(200);
  });

  it('a password reset checks the code before the password policy, because the policy would reveal the username', async () => {
    await aCode();
    expect(await reset('000000', { newPassword: `my ${user.username} again` })).toMatchObject(INVALID_CODE);
  });

  it('a password reset sends its mail to the address of the account, even if the request writes this address in another case or with blanks around it', async () => {
    await sendCode(` ${user.email.toUpperCase()} `);
    expect(codeIn(await outbox.next(user.email))).toBeDefined();
  });
});
