import { toIdentity } from './provider-identity';

const TENANT = 'https://login.microsoftonline.com/4f1c5e0a-8c1e-4b7a-9a52-1f6f0e4b2f11/v2.0';
const PERSONAL = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0';

const identity = (claims: object, page = {}) =>
  toIdentity('microsoft', { iss: 'https://id.example.org', sub: 'person-1', ...claims }, page);

describe('toIdentity', () => {
  it('uses the address from the userinfo if the ID token contains none', () => {
    const page = { email: 'ada@example.org', email_verified: true, name: 'Ada' };
    expect(identity({}, page)).toEqual({
      provider: 'microsoft',
      subject: 'person-1',
      email: 'ada@example.org',
      emailVerified: true,
      name: 'Ada',
    });
  });

  it('never combines the address from one source with the verification from another source', () => {
    const page = { email: 'ada@example.org', email_verified: true };
    expect(identity({ email: 'victim@example.org' }, page)).toMatchObject({
      email: 'victim@example.org',
      emailVerified: false,
    });
  });

  it.each<[string, object, boolean]>([
    ['the provider confirms it', { email_verified: true }, true],
    ['the provider confirms it as a text', { email_verified: 'true' }, true],
    ['the provider denies it', { email_verified: false }, false],
    ['the provider denies it as a text', { email_verified: 'false' }, false],
    ['the provider does not say', {}, false],
    ['a personal Microsoft account', { iss: PERSONAL }, true],
    ['a Microsoft organisation', { iss: TENANT }, false],
    ['a Microsoft organisation that owns the domain', { iss: TENANT, xms_edov: '1' }, true],
    ['a Microsoft organisation that does not own the domain', { iss: TENANT, xms_edov: 0 }, false],
    ['the claim of Microsoft in the token of another provider', { xms_edov: true }, false],
    [
      'a personal Microsoft account for which Microsoft denies it',
      { iss: PERSONAL, email_verified: false },
      false,
    ],
  ])('decides whether the address is verified: %s', (_, claims, emailVerified) => {
    expect(identity({ email: 'ada@example.org', ...claims }).emailVerified).toBe(emailVerified);
  });

  it.each([undefined, null, 7, 'nobody', 'a@b\r\nbcc: c@d.org', `${'a'.repeat(300)}@example.org`])(
    'ignores an invalid address: %p',
    (email) => {
      expect(identity({ email, email_verified: true })).toMatchObject({ email: null, emailVerified: false });
    },
  );

  it.each([undefined, '', '  ', 7])('ignores an invalid name: %p', (name) => {
    expect(identity({ name }).name).toBeNull();
  });
});
