import { ConfigurationService } from '@app/domain';
import { UserEntity } from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { anAccount } from '../factories/an-account';
import { GuardedApi } from '../factories/guarded-api';
import { CODE_LIFETIME_MS, CODE_SENT, INVALID_CODE, visibleOf, wrongCode } from '../factories/mailed-code';
import { codeIn, Outbox } from '../factories/outbox';

const START = Date.parse('2026-03-01T12:00:00Z');
const PASSWORD = 'gravel pit lantern';
const BYTES_99 = '长'.repeat(33);

describe('registration', () => {
  const clock = new FixedClock(START);
  let api: GuardedApi;
  let outbox: Outbox;
  let people = 0;

  beforeAll(async () => {
    api = await GuardedApi.start(clock, {
      environment: { TRUSTED_PROXIES: ['127.0.0.1'], LIMIT_CODES_PER_CLIENT: 1000 },
    });
    outbox = new Outbox(api.environment.DATA_DIR);
  });
  beforeEach(() => clock.set(START));
  afterAll(() => api.stop());

  const aPerson = () => {
    people += 1;
    return { username: `Person.${people}`, email: `Person.${people}@Example.org`, password: PASSWORD };
  };
  const sendCode = (email: unknown) => api.post('/auth/register/send-code', { email });
  const register = (person: object) => api.post('/auth/register', person);
  const codeFor = async (email: string) => {
    expect((await sendCode(email)).status).toBe(200);
    return codeIn(await outbox.next(email)) ?? '';
  };
  const registerWith = async (password: unknown) => {
    const person = aPerson();
    const code = await codeFor(person.email);
    return { username: person.username, answer: await register({ ...person, password, code }) };
  };
  const login = (username: string, password: string) => api.post('/auth/login', { username, password });
  const users = () => api.database.dataSource.getRepository(UserEntity);

  it('registration creates an account and its session', async () => {
    const person = aPerson();
    const answer = await register({ ...person, code: await codeFor(person.email) });
    expect(answer).toMatchObject({
      status: 201,
      body: { user: { username: person.username, email: person.email, role: 'viewer', avatar: null } },
    });
    expect(Object.keys(answer.body).sort()).toEqual(['accessToken', 'refreshToken', 'user']);
    expect((await api.get('/auth/me', String(answer.body.accessToken))).status).toBe(200);
    expect((await api.post('/auth/refresh', { refreshToken: answer.body.refreshToken })).status).toBe(200);
    expect((await login(person.username, person.password)).status).toBe(200);
  });

  describe('with the address of an existing account', () => {
    it('a registration with an existing address gets the same response as a new address, and notifies the owner', async () => {
      const known = await anAccount(api.database.dataSource);
      const { email: unknown } = aPerson();
      const [toKnown, toUnknown] = [await sendCode(known.email), await sendCode(unknown)];
      expect(visibleOf(toKnown)).toEqual(visibleOf(toUnknown));
      expect(toKnown).toMatchObject({ status: 200, body: CODE_SENT });
      const told = await outbox.next(known.email);
      expect(codeIn(told)).toBeUndefined();
      expect(told.text).toContain(known.username);
      expect(codeIn(await outbox.next(unknown))).toBeDefined();
    });

    it('a registration with an existing address gets the same response as a wrong code', async () => {
      const { email } = await anAccount(api.database.dataSource);
      await sendCode(email);
      expect(await register({ ...aPerson(), email, code: '123456' })).toMatchObject(INVALID_CODE);
    });

    it('a registration is refused like a wrong code if the code was sent to another address', async () => {
      const [mine, other] = [aPerson(), aPerson()];
      const code = await codeFor(mine.email);
      await codeFor(other.email);
      expect(await register({ ...mine, email: other.email, code })).toMatchObject(INVALID_CODE);
    });

    it.each<[string, unknown]>([
      ['missing', undefined],
      ['malformed', 'nobody'],
      ['a number', 7],
      ['a list', ['nobody@example.org']],
      ['an object', { $ne: null }],
      ['two addresses', 'a@example.org,b@example.org'],
      ['followed by a header', 'a@example.org\r\nBcc: b@example.org'],
      ['too long', `${'a'.repeat(300)}@example.org`],
    ])(
      'a request for a registration code is refused and sends no mail if the address is %s',
      async (_, email) => {
        expect(await sendCode(email)).toMatchObject({
          status: 400,
          body: { code: 'validation_failed', details: [{ path: 'email', message: expect.any(String) }] },
        });
      },
    );
  });

  it('registration mails a code of six digits', async () => {
    expect(await codeFor(aPerson().email)).toMatch(/^[0-9]{6}$/);
  });

  it('registration sends its mail in the language of the platform, as text and as HTML', async () => {
    const { email } = aPerson();
    await sendCode(email);
    const { headers, text, html } = await outbox.next(email);
    expect(headers.get('subject')).toMatch(/验证码/);
    expect(text).toContain('分钟内有效');
    expect(html).toContain('分钟内有效');
  });

  describe('with a guessed code', () => {
    it('a registration is refused after the fifth wrong attempt, which makes the code invalid', async () => {
      const person = aPerson();
      const code = await codeFor(person.email);
      for (let tries = 0; tries < 5; tries++) {
        expect(await register({ ...person, code: wrongCode(code) })).toMatchObject(INVALID_CODE);
      }
      expect(await register({ ...person, code })).toMatchObject(INVALID_CODE);
    });

    it('a registration accepts the right code after four wrong attempts', async () => {
      const person = aPerson();
      const code = await codeFor(person.email);
      for (let tries = 0; tries < 4; tries++) await register({ ...person, code: wrongCode(code) });
      expect((await register({ ...person, code })).status).toBe(201);
    });

    it('a registration refuses all of 30 concurrent guesses, after which the code is invalid', async () => {
      const person = aPerson();
      const code = await codeFor(person.email);
      const guesses = Array.from({ length: 30 }, () => register({ ...person, code: wrongCode(code) }));
      for (const answer of await Promise.all(guesses)) expect(answer).toMatchObject(INVALID_CODE);
      expect(await register({ ...person, code })).toMatchObject(INVALID_CODE);
    });

    it.each(['12345', '1234567', 'abcdef', '１２３４５６', ' '])(
      'a registration refuses "%s" as a wrong code',
      async (code) => {
        expect(await register({ ...aPerson(), code })).toMatchObject(INVALID_CODE);
      },
    );

    it.each([
      ['missing', undefined],
      ['a number', 123456],
      ['a list', ['123456']],
      ['an object', {}],
    ])('a registration is refused with validation_failed if the code is %s', async (_, code) => {
      expect(await register({ ...aPerson(), code })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    });
  });

  it('registration accepts a code only for five minutes', async () => {
    const [late, later] = [aPerson(), aPerson()];
    const codes = [await codeFor(late.email), await codeFor(later.email)];
    clock.advance(CODE_LIFETIME_MS - 1000);
    expect((await register({ ...late, code: codes[0] })).status).toBe(201);
    clock.advance(2000);
    expect(await register({ ...later, code: codes[1] })).toMatchObject(INVALID_CODE);
  });

  it('registration accepts a code only once', async () => {
    const person = aPerson();
    const code = await codeFor(person.email);
    expect((await register({ ...person, code })).status).toBe(201);
    expect(await register({ ...person, code })).toMatchObject(INVALID_CODE);
    expect(await register({ ...aPerson(), email: person.email, code })).toMatchObject(INVALID_CODE);
  });

  it('registration refuses wrong, used and expired codes with identical responses', async () => {
    const [used, expired] = [aPerson(), aPerson()];
    const code = await codeFor(used.email);
    const expiredCode = await codeFor(expired.email);
    await register({ ...used, code });
    const answers = [
      await register({ ...aPerson(), code: '123456' }),
      await register({ ...used, code }),
      await register({ ...expired, code: wrongCode(expiredCode) }),
    ];
    clock.advance(CODE_LIFETIME_MS + 1000);
    answers.push(await register({ ...expired, code: expiredCode }));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  it('registration refuses a code for a password reset', async () => {
    const user = await anAccount(api.database.dataSource);
    await api.post('/auth/forgot-password/send-code', { email: user.email });
    const code = codeIn(await outbox.next(user.email));
    expect(await register({ ...aPerson(), email: user.email, code })).toMatchObject(INVALID_CODE);
  });

  describe('with fields that it must protect', () => {
    it('registration gives the lowest role, even if the body asks for another', async () => {
      const person = aPerson();
      const code = await codeFor(person.email);
      const more = {
        role: 'admin',
        id: 1,
        createdAt: '2000-01-01T00:00:00Z',
        passwordHash: 'x',
        avatarFile: 'x',
      };
      const answer = await register({ ...person, ...more, code });
      expect(answer).toMatchObject({
        status: 201,
        body: { user: { role: 'viewer', createdAt: new Date(START).toISOString() } },
      });
      const { id } = answer.body.user as { id: number };
      const stored = await users().findOneByOrFail({ id });
      expect(stored).toMatchObject({ role: 'viewer', username: person.username, avatarFile: null });
      expect(stored.passwordHash).toMatch(/^\$argon2id\$/);
    });

    it.each<[string, (username: string) => string]>([
      ['the same name', (username) => username],
      ['the name in capitals', (username) => username.toUpperCase()],
      ['the name with surrounding blanks', (username) => `  ${username} `],
    ])('registration refuses a name that is taken, and keeps the code valid: %s', async (_, spell) => {
      const { username } = await anAccount(api.database.dataSource);
      const person = aPerson();
      const code = await codeFor(person.email);
      expect(await register({ ...person, username: spell(username), code })).toMatchObject({
        status: 409,
        body: { error: expect.any(String), code: 'username_taken' },
      });
      expect((await register({ ...person, code })).status).toBe(201);
    });

    it.each<[string, (email: string) => string]>([
      ['the same address', (email) => email],
      ['the address in capitals', (email) => email.toUpperCase()],
      ['the address with surrounding blanks', (email) => `  ${email} `],
    ])(
      'registration refuses an address that another user registered after the code was mailed: %s',
      async (_, spell) => {
        const person = aPerson();
        const code = await codeFor(person.email);
        await anAccount(api.database.dataSource, { email: person.email });
        expect(await register({ ...person, email: spell(person.email), code })).toMatchObject({
          status: 409,
          body: { error: expect.any(String), code: 'email_taken' },
        });
      },
    );

    it('registration trims the name and the address', async () => {
      const person = aPerson();
      const code = await codeFor(person.email);
      const spaced = { username: ` ${person.username}  `, email: `\t${person.email.toUpperCase()} ` };
      const answer = await register({ ...person, ...spaced, code });
      expect(answer).toMatchObject({
        status: 201,
        body: { user: { username: person.username, email: person.email.toUpperCase() } },
      });
    });

    it('registration stores nothing if it is refused', async () => {
      const before = await users().count();
      const { username } = await anAccount(api.database.dataSource);
      const person = aPerson();
      const code = await codeFor(person.email);
      await register({ ...person, username, code });
      expect(await users().count()).toBe(before + 1);
    });

    it.each(['ab', 'a'.repeat(65), 'some body', 'some@body', 'somebödy', '<b>bold</b>', "o'brien", ''])(
      'registration refuses the name "%s"',
      async (username) => {
        expect(await register({ ...aPerson(), username, code: '123456' })).toMatchObject({
          status: 400,
          body: { code: 'validation_failed', details: [{ path: 'username', message: expect.any(String) }] },
        });
      },
    );
  });

  it('registration is refused and sends no mail if registration is disabled', async () => {
    const configuration = api.app.get(ConfigurationService);
    const person = aPerson();
    const code = await codeFor(person.email);
    await configuration.change(Actor.system('test'), { registrationEnabled: false });
    const closed = { status: 403, body: { error: expect.any(String), code: 'registration_closed' } };
    const { email: barred } = aPerson();
    expect(await sendCode(barred)).toMatchObject(closed);
    expect(await register({ ...person, code })).toMatchObject(closed);
    await configuration.change(Actor.system('test'), { registrationEnabled: true });
    expect((await register({ ...person, code })).status).toBe(201);
    await codeFor(aPerson().email);
    expect(outbox.has(barred)).toBe(false);
  });

  describe('with unusual or weak passwords', () => {
    it.each<[string, string]>([
      ['128 emoji of several bytes each', '🏢'.repeat(128)],
      ['blanks', '   sand   dune   '],
      ['only blanks', ' '.repeat(12)],
      ['quotes and markup', `'"<b>\\;--%_{{x}}`],
    ])('passwords may consist of %s, and are used unchanged', async (_, password) => {
      const { username, answer } = await registerWith(password);
      expect(answer.status).toBe(201);
      expect((await login(username, password)).status).toBe(200);
      expect((await login(username, ` ${password}`)).status).toBe(401);
    });

    it('passwords are refused if they are among the most common passwords', async () => {
      expect((await registerWith('password')).answer).toMatchObject({
        status: 400,
        body: { code: 'weak_password', details: [{ path: 'password', message: expect.any(String) }] },
      });
    });

    it('passwords are refused if they contain the username in upper or lower case', async () => {
      expect((await registerWith(`xx-PERSON.${people + 1}-yy`)).answer).toMatchObject({
        status: 400,
        body: { code: 'weak_password', details: [{ path: 'password', message: expect.any(String) }] },
      });
    });

    it.each<[string, unknown]>([
      ['no value', undefined],
      ['null', null],
      ['a number', 12_345_678],
      ['a list', ['vR7#kq2!']],
      ['a text that is far too long', 'x'.repeat(100_000)],
    ])('passwords are refused with validation_failed if the field contains %s', async (_, password) => {
      expect((await registerWith(password)).answer).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', details: [{ path: 'password', message: expect.any(String) }] },
      });
    });

    it('long passwords that differ only in the last byte are different passwords', async () => {
      expect(Buffer.byteLength(`${BYTES_99}a`)).toBe(100);
      const { username } = await registerWith(`${BYTES_99}a`);
      expect((await login(username, `${BYTES_99}b`)).status).toBe(401);
      expect((await login(username, `${BYTES_99}a`)).status).toBe(200);
    });

    it('passwords are equal on every keyboard because of Unicode normalization', async () => {
      const { username } = await registerWith('Caf\u00e9 am Platz'.normalize('NFC'));
      expect((await login(username, 'Caf\u00e9 am Platz'.normalize('NFD'))).status).toBe(200);
    });
  });
});
