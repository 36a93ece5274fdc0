import { FixedClock } from '@app/kernel';
import { TokenIssuer } from './token-issuer';

const LIFETIME_SECONDS = 900;

describe('TokenIssuer', () => {
  let clock: FixedClock;
  let tokens: TokenIssuer;
  beforeEach(() => {
    clock = new FixedClock(Date.parse('2026-01-01T00:00:00Z'));
    tokens = new TokenIssuer(clock, LIFETIME_SECONDS);
  });

  it('accepts an access token until it expires', () => {
    const { accessToken, expiresIn } = tokens.issue();
    expect(expiresIn).toBe(LIFETIME_SECONDS);
    clock.advance(LIFETIME_SECONDS * 1000 - 1);
    expect(tokens.accepts(accessToken)).toBe(true);
    clock.advance(1);
    expect(tokens.accepts(accessToken)).toBe(false);
  });

  it('accepts a refresh token only once', () => {
    const first = tokens.issue();
    const second = tokens.rotate(first.refreshToken);
    expect(second).not.toBeNull();
    expect(tokens.rotate(first.refreshToken)).toBeNull();
    expect(tokens.accepts(second?.accessToken ?? '')).toBe(true);
    // The old access token stays valid until it expires.
    expect(tokens.accepts(first.accessToken)).toBe(true);
  });

  it('keeps a refresh token valid for longer than its access token', () => {
    const { refreshToken } = tokens.issue();
    clock.advance(2 * LIFETIME_SECONDS * 1000);
    const { refreshToken: next = '' } = tokens.rotate(refreshToken) ?? {};
    clock.advance(100 * LIFETIME_SECONDS * 1000);
    expect(tokens.rotate(next)).toBeNull();
  });

  it('rejects an access token as a refresh token, and a refresh token as an access token', () => {
    const pair = tokens.issue();
    expect(tokens.accepts(pair.refreshToken)).toBe(false);
    expect(tokens.rotate(pair.accessToken)).toBeNull();
    expect(tokens.accepts(pair.accessToken)).toBe(true);
  });

  it.each([
    [false, true],
    [true, false],
  ])('revokes access tokens on request (refresh tokens too: %s)', (too, canRefresh) => {
    const pair = tokens.issue();
    tokens.expire(too);
    expect(tokens.accepts(pair.accessToken)).toBe(false);
    expect(tokens.rotate(pair.refreshToken) !== null).toBe(canRefresh);
  });
});
