import { PreferencesService } from '@app/domain';
import type { UserEntity } from '@app/entities';
import { FixedClock } from '@app/kernel';
import { PASSWORD, anAccount } from '../factories/an-account';
import { type Answer, GuardedApi } from '../factories/guarded-api';
import { codeIn, Outbox } from '../factories/outbox';

const START = Date.parse('2026-03-01T12:00:00Z');
const FIVE_MINUTES_MS = 5 * 60_000;
const NEW_PASSWORD = 'gravel pit lantern';
const SENT = { success: true, expiresIn: 300 };
const INVALID_CODE = { status: 400, body: { error: expect.any(String), code: 'invalid_code' } };

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const seen = ({ status, text, headers }: Answer) => [
  status,
  text,
  [...headers.keys()].filter((name) => name !== 'date').sort(),
];

describe('a password that is reset', () => {
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
    expect(await sendCode(user.email)).toMatchObject({ status: 200, body: SENT });
    return codeIn(await outbox.next(user.email)) ?? '';
  };
  const login = (password: string) => api.post('/auth/login', { username: user.username, password });

  it('is the one that counts from then on', async () => {
    const answer = await reset(await aCode());
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect((await login(PASSWORD)).status).toBe(401);
    expect((await login(NEW_PASSWORD)).status).toBe(200);
  });

  it('ends the session, and leaves access tokens to their end', async () => {
    const { accessToken, refreshToken } = (await login(PASSWORD)).body;
    await reset(await aCode());
    expect((await api.post('/auth/refresh', { refreshToken })).status).toBe(401);
    expect((await api.get('/auth/me', String(accessToken))).status).toBe(200);
  });

  it('is told to its owner, in his language', async () => {
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

  it('gives an account that signs in through a provider alone a password', async () => {
    user = await anAccount(api.database.dataSource, { passwordHash: null });
    expect((await reset(await aCode())).status).toBe(200);
    expect((await login(NEW_PASSWORD)).status).toBe(200);
  });

  it('is asked for alike by known addresses and unknown ones, and unknown ones get no mail (O04)', async () => {
    const unknown = 'nobody.knows@example.org';
    const [toKnown, toUnknown] = [await sendCode(user.email), await sendCode(unknown)];
    expect(seen(toKnown)).toEqual(seen(toUnknown));
    expect(codeIn(await outbox.next(user.email))).toBeDefined();
    expect(outbox.has(unknown)).toBe(false);
    const tried = [
      await reset('123456', { email: unknown }),
      await reset('123456', { email: 'nobody.asked@example.org' }),
    ];
    for (const answer of tried) expect(answer).toMatchObject(INVALID_CODE);
  });

  it.each([undefined, 'nobody', 7, ['nobody@example.org'], 'a@example.org,b@example.org'])(
    'is not asked for by %j (O04)',
    async (email) => {
      expect(await sendCode(email)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    },
  );

  describe('with a code that is guessed, late or used (O05)', () => {
    it('stays as it is after the fifth wrong try, even for the right code', async () => {
      const code = await aCode();
      for (let tries = 0; tries < 5; tries++) expect(await reset(wrong(code))).toMatchObject(INVALID_CODE);
      expect(await reset(code)).toMatchObject(INVALID_CODE);
      expect((await login(PASSWORD)).status).toBe(200);
    });

    it('stays as it is under many guesses at once', async () => {
      const code = await aCode();
      const guesses = await Promise.all(Array.from({ length: 30 }, () => reset(wrong(code))));
      for (const answer of guesses) expect(answer).toMatchObject(INVALID_CODE);
      expect(await reset(code)).toMatchObject(INVALID_CODE);
    });

    it('stays as it is five minutes and a second later', async () => {
      const code = await aCode();
      clock.advance(FIVE_MINUTES_MS + 1000);
      expect(await reset(code)).toMatchObject(INVALID_CODE);
    });

    it('is set once', async () => {
      const code = await aCode();
      expect((await reset(code)).status).toBe(200);
      expect(await reset(code, { newPassword: 'another lantern' })).toMatchObject(INVALID_CODE);
      expect((await login(NEW_PASSWORD)).status).toBe(200);
    });

    it('is set once by calls that race with one code', async () => {
      const code = await aCode();
      const answers = await Promise.all(Array.from({ length: 10 }, () => reset(code)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(answer).toMatchObject(INVALID_CODE);
      }
    });

    it('stays as it is by the code of another user, or for registration', async () => {
      const other = await anAccount(api.database.dataSource);
      const code = await aCode();
      expect(await reset(code, { email: other.email })).toMatchObject(INVALID_CODE);
      await api.post('/auth/register/send-code', { email: 'new.one@example.org' });
      const registerCode = codeIn(await outbox.next('new.one@example.org'));
      expect(await reset(registerCode, { email: 'new.one@example.org' })).toMatchObject(INVALID_CODE);
    });

    it('is not ended by a wrong try of somebody else before the fifth', async () => {
      const code = await aCode();
      for (let tries = 0; tries < 4; tries++) await reset(wrong(code));
      expect((await reset(code)).status).toBe(200);
    });
  });

  it('costs no code where it is too weak', async () => {
    const code = await aCode();
    for (const newPassword of ['short', 'password', `my ${user.username} again`]) {
      expect(await reset(code, { newPassword })).toMatchObject({
        status: 400,
        body: { code: 'weak_password', details: [{ path: 'newPassword', message: expect.any(String) }] },
      });
    }
    expect((await reset(code)).status).toBe(200);
  });

  it('does not tell a guesser that it is too weak for the user that it is for', async () => {
    await aCode();
    expect(await reset('000000', { newPassword: `my ${user.username} again` })).toMatchObject(INVALID_CODE);
  });

  it('goes to the mailbox of the account and to no other, however the address is spelled', async () => {
    await sendCode(` ${user.email.toUpperCase()} `);
    expect(codeIn(await outbox.next(user.email))).toBeDefined();
  });
});
