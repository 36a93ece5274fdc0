import type { Environment } from '@app/config';
import { commonPasswords } from './common-passwords';
import { PasswordPolicy } from './password-policy';

const policy = (PASSWORD_MIN_LENGTH = 8) => new PasswordPolicy({ PASSWORD_MIN_LENGTH } as Environment);
const check = (password: string, username: string | null = 'somebody') =>
  policy().assertAllowed(password, username);
const refused = (message: RegExp) => ({
  code: 'weak_password',
  details: [{ path: 'password', message: expect.stringMatching(message) }],
});

describe('the password policy', () => {
  it.each<[string, string]>([
    ['8 characters', 'vR7#kq2!'],
    ['128 characters', 'vR7#kq2!'.repeat(16)],
    ['only blanks', '           '],
    ['blanks at the ends', ' sand  dune '],
    ['only letters', 'gravelpitlantern'],
    ['Chinese', '能源平台的楼宇控制'],
    ['8 emoji', '🏢🔥🌊🌪️🌈🍀🎈🚀'],
    ['NUL and control characters', 'a\0b\tc\u0007d\u001be'],
  ])('accepts %s', async (_, password) => {
    await expect(check(password)).resolves.toBeUndefined();
  });

  it.each<[string, string, RegExp]>([
    ['7 characters', 'vR7#kq2', /at least 8/],
    ['7 emoji, of two code units each', '🏢🔥🌊🌈🍀🎈🚀', /at least 8/],
    ['129 characters', `${'vR7#kq2!'.repeat(16)}x`, /more than 128/],
    ['one of the most common passwords', 'password', /most common/],
    ['one of the most common passwords in capitals', 'PassWord1', /most common/],
    ['one of the most common passwords in full-width letters', 'ｐａｓｓｗｏｒｄ', /most common/],
    ['the username', 'somebody', /username/],
    ['a text that contains the username', 'xxSomeBodyxx', /username/],
  ])('refuses %s', async (_, password, message) => {
    await expect(check(password)).rejects.toMatchObject(refused(message));
  });

  it('accepts a password that equals the username of another account', async () => {
    await expect(check('somebody else', null)).resolves.toBeUndefined();
  });

  it('names the request field that contains the password', async () => {
    await expect(policy().assertAllowed('short', 'somebody', 'newPassword')).rejects.toMatchObject({
      details: [{ path: 'newPassword', message: expect.any(String) }],
    });
  });

  it('requires the configured number of characters', async () => {
    await expect(policy(15).assertAllowed('fourteen chars', null)).rejects.toMatchObject(
      refused(/at least 15/),
    );
    await expect(policy(15).assertAllowed('fifteen chars..', null)).resolves.toBeUndefined();
  });

  it('knows more than 3,000 common passwords', async () => {
    const common = await commonPasswords();
    expect([...common].filter((password) => password.length >= 8).length).toBeGreaterThan(3000);
    for (const password of ['12345678', 'qwertyuiop', 'iloveyou', 'trustno1', 'superman']) {
      expect(common.has(password)).toBe(true);
    }
  });
});
