import { Environment } from '@app/config';
import { FixedClock } from '@app/kernel';
import { AccessTokens } from './access-tokens';
import { SignedTokens } from './signed-tokens';
import { StreamTokens } from './stream-tokens';

const ISSUED_AT = Date.parse('2026-03-01T12:00:00.400Z');

function tokensWith(secret: string) {
  const clock = new FixedClock(ISSUED_AT);
  const signed = new SignedTokens(Object.assign(new Environment(), { JWT_SECRET: secret }), clock);
  return { clock, signed, access: new AccessTokens(signed), stream: new StreamTokens(signed) };
}

const claimsOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('the token services', () => {
  const { clock, signed, access, stream } = tokensWith('s'.repeat(32));

  beforeEach(() => clock.set(ISSUED_AT));

  it('sign access tokens that are valid for 15 minutes', () => {
    const token = access.sign({ userId: 7, username: 'ada' });
    expect(claimsOf(token)).toEqual({
      userId: 7,
      username: 'ada',
      purpose: 'access',
      iat: 1772366400,
      exp: 1772366400 + 900,
    });
    clock.advance(899_000);
    expect(signed.verify('access', token)).toMatchObject({ userId: 7, username: 'ada' });
    clock.advance(1000);
    expect(signed.verify('access', token)).toBeNull();
  });

  it('sign stream tokens that are valid for 30 seconds', () => {
    const { token, expiresAt } = stream.sign({ userId: 7 });
    expect(expiresAt).toEqual(new Date('2026-03-01T12:00:30Z'));
    clock.advance(29_000);
    expect(signed.verify('sse', token)).toMatchObject({ userId: 7 });
    clock.set(expiresAt);
    expect(signed.verify('sse', token)).toBeNull();
  });

  it('sign stream tokens for API keys', () => {
    const token = stream.sign({ apiKeyId: 3 }).token;
    expect(signed.verify('sse', token)).toEqual(expect.not.objectContaining({ userId: expect.anything() }));
    expect(signed.verify('sse', token)).toMatchObject({ apiKeyId: 3 });
    const both = { userId: 7, apiKeyId: 3 } as never;
    expect(signed.verify('sse', signed.sign('sse', both, 30).token)).toBeNull();
  });

  it('reject a token of another kind', () => {
    expect(signed.verify('sse', access.sign({ userId: 7, username: 'ada' }))).toBeNull();
    expect(signed.verify('access', stream.sign({ userId: 7 }).token)).toBeNull();
    expect(signed.verify('access', signed.sign('iot', { userId: 7, username: 'ada' }, 900).token)).toBeNull();
  });

  it('reject a token signed with another secret', () => {
    const foreign = tokensWith('t'.repeat(32)).access.sign({ userId: 7, username: 'ada' });
    expect(signed.verify('access', foreign)).toBeNull();
  });

  it.each([
    ['no user', {}],
    ['a name instead of the id', { userId: 'ada' }],
    ['a fraction as the id', { userId: 1.5 }],
    ['an API key', { apiKeyId: 7 }],
  ])('reject a token with %s', (_, claims) => {
    const { token } = signed.sign('access', { username: 'ada', ...claims } as never, 900);
    expect(signed.verify('access', token)).toBeNull();
  });
});
