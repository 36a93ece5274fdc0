import { FixedClock } from '@app/kernel';
import { type IssuedToken, TokenIssuer, type TokenStore } from './token-issuer';

const LIFETIME_SECONDS = 900;

describe('TokenIssuer', () => {
  let clock: FixedClock;
  let tokens: TokenIssuer;
  beforeEach(() => {
    clock = new FixedClock(Date.parse('2026-01-01T00:00:00Z'));
    tokens = new TokenIssuer(clock, LIFETIME_SECONDS, 'secret');
  });

  it('accepts an access token until it expires', async () => {
    const { accessToken, expiresIn } = await tokens.issue();
    expect(expiresIn).toBe(LIFETIME_SECONDS);
    clock.advance(LIFETIME_SECONDS * 1000 - 1);
    expect(tokens.accepts(accessToken)).toBe(true);
    clock.advance(1);
    expect(tokens.accepts(accessToken)).toBe(false);
  });

  it('accepts a refresh token only once', async () => {
    const first = await tokens.issue();
    const second = await tokens.rotate(first.refreshToken);
    expect(second).not.toBeNull();
    expect(await tokens.rotate(first.refreshToken)).toBeNull();
    expect(tokens.accepts(second?.accessToken ?? '')).toBe(true);
    // The old access token stays valid until it expires.
    expect(tokens.accepts(first.accessToken)).toBe(true);
  });

  it('keeps a refresh token valid for longer than its access token', async () => {
    const { refreshToken } = await tokens.issue();
    clock.advance(2 * LIFETIME_SECONDS * 1000);
    const { refreshToken: next = '' } = (await tokens.rotate(refreshToken)) ?? {};
    clock.advance(100 * LIFETIME_SECONDS * 1000);
    expect(await tokens.rotate(next)).toBeNull();
  });

  it('rejects an access token as a refresh token, and a refresh token as an access token', async () => {
    const pair = await tokens.issue();
    expect(tokens.accepts(pair.refreshToken)).toBe(false);
    expect(await tokens.rotate(pair.accessToken)).toBeNull();
    expect(tokens.accepts(pair.accessToken)).toBe(true);
  });

  it.each([
    [false, true],
    [true, false],
  ])('revokes access tokens on request (refresh tokens too: %s)', async (too, canRefresh) => {
    const pair = await tokens.issue();
    tokens.expire(too);
    expect(tokens.accepts(pair.accessToken)).toBe(false);
    expect((await tokens.rotate(pair.refreshToken)) !== null).toBe(canRefresh);
  });

  describe('with a store', () => {
    let stored: IssuedToken[];
    const store: TokenStore = {
      tokens: async () => stored,
      saveTokens: async (issued, spent) => {
        stored = [...stored.filter(({ digest }) => digest !== spent), ...issued];
      },
    };
    const restarted = async (secret = 'secret') => {
      const issuer = new TokenIssuer(clock, LIFETIME_SECONDS, secret);
      await issuer.keepIn(store);
      return issuer;
    };

    beforeEach(async () => {
      stored = [];
      await tokens.keepIn(store);
    });

    it('accepts over a restart what was valid before it, and stores no token itself', async () => {
      const first = await tokens.issue();
      const second = await tokens.rotate(first.refreshToken);
      const later = await restarted();
      expect([first, second].map((pair) => later.accepts(pair?.accessToken ?? ''))).toEqual([true, true]);
      expect(await later.rotate(first.refreshToken)).toBeNull();
      expect(await later.rotate(second?.refreshToken ?? '')).not.toBeNull();
      for (const token of Object.values(first)) expect(JSON.stringify(stored)).not.toContain(`"${token}"`);
    });

    it('refuses all tokens after a restart with another secret', async () => {
      const { accessToken, refreshToken } = await tokens.issue();
      const later = await restarted('another secret');
      expect(later.accepts(accessToken)).toBe(false);
      expect(await later.rotate(refreshToken)).toBeNull();
    });
  });
});
