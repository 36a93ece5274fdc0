import { FixedClock } from '@app/kernel';
import { GuardedApi } from '../factories/guarded-api';
import { codeIn, Outbox } from '../factories/outbox';

const BYTES_99 = '长'.repeat(33);

describe('passwords', () => {
  let api: GuardedApi;
  let outbox: Outbox;
  let people = 0;

  beforeAll(async () => {
    api = await GuardedApi.start(new FixedClock(Date.parse('2026-03-01T12:00:00Z')), {
      environment: { LIMIT_CODES_PER_CLIENT: 1000, LIMIT_LOGIN_DELAY_MS: 0 },
    });
    outbox = new Outbox(api.environment.DATA_DIR);
  });
  afterAll(() => api.stop());

  const register = async (password: unknown) => {
    people += 1;
    const [username, email] = [`person.${people}`, `person.${people}@example.org`];
    await api.post('/auth/register/send-code', { email });
    const code = codeIn(await outbox.next(email));
    return { username, answer: await api.post('/auth/register', { username, email, password, code }) };
  };
  const login = (username: string, password: string) => api.post('/auth/login', { username, password });

  it.each<[string, string]>([
    ['8 characters', 'vR7#kq2!'],
    ['128 characters', 'vR7#kq2!'.repeat(16)],
    ['128 emoji of several bytes each', '🏢'.repeat(128)],
    ['blanks', '   sand   dune   '],
    ['only blanks', ' '.repeat(12)],
    ['Chinese', '能源平台的楼宇控制'],
    ['only letters', 'gravelpitlantern'],
    ['quotes and markup', `'"<b>\\;--%_{{x}}`],
  ])('passwords may consist of %s, and are used unchanged', async (_, password) => {
    const { username, answer } = await register(password);
    expect(answer.status).toBe(201);
    expect((await login(username, password)).status).toBe(200);
    expect((await login(username, ` ${password}`)).status).toBe(401);
  });

  it.each<[string, string]>([
    ['7 characters', 'vR7#kq2'],
    ['129 characters', `${'vR7#kq2!'.repeat(16)}x`],
    ['one of the most common passwords', 'password'],
    ['one of the most common passwords, in capitals', 'PASSWORD'],
    ['another of the most common passwords', '1q2w3e4r5t'],
  ])('passwords are refused with %s', async (_, password) => {
    expect((await register(password)).answer).toMatchObject({
      status: 400,
      body: { code: 'weak_password', details: [{ path: 'password', message: expect.any(String) }] },
    });
  });

  it('passwords are refused if they contain the username in upper or lower case', async () => {
    expect((await register(`xx-PERSON.${people + 1}-yy`)).answer).toMatchObject({
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
    expect((await register(password)).answer).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', details: [{ path: 'password', message: expect.any(String) }] },
    });
  });

  it('long passwords that differ only in the last byte are different passwords', async () => {
    expect(Buffer.byteLength(`${BYTES_99}a`)).toBe(100);
    const { username } = await register(`${BYTES_99}a`);
    expect((await login(username, `${BYTES_99}b`)).status).toBe(401);
    expect((await login(username, `${BYTES_99}a`)).status).toBe(200);
  });

  it('passwords are equal on every keyboard because of Unicode normalization', async () => {
    const { username } = await register('Caf\u00e9 am Platz'.normalize('NFC'));
    expect((await login(username, 'Caf\u00e9 am Platz'.normalize('NFD'))).status).toBe(200);
  });
});
