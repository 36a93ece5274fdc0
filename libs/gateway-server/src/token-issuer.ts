import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '@app/kernel';

export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  /** Lifetime of the access token in seconds. */
  expiresIn: number;
}

export interface IssuedToken {
  digest: string;
  kind: 'access' | 'refresh';
  expiresAtMs: number;
}

/** Keeps tokens over a restart. */
export interface TokenStore {
  tokens(): Promise<IssuedToken[]>;
  /** @param spent the digest of the refresh token that was exchanged for the issued ones */
  saveTokens(issued: readonly IssuedToken[], spent: string | null): Promise<void>;
}

/** Lifetime of a refresh token, as a multiple of the lifetime of an access token. */
const REFRESH_LIFETIMES = 96;

/** Issues token pairs. Without a store, a restart revokes them all. */
export class TokenIssuer {
  /** Pairs that were issued for a password, and for a refresh token. */
  readonly issued = { logins: 0, refreshes: 0 };
  private readonly known = new Map<string, IssuedToken>();
  private store: TokenStore | undefined;

  /** @param secret the tokens of another secret are refused, so that a new password revokes all tokens */
  constructor(
    private readonly clock: Clock,
    private readonly lifetimeSeconds: number,
    private readonly secret: string,
  ) {}

  /** Accepts the tokens of the store, and keeps new ones in it. */
  async keepIn(store: TokenStore): Promise<void> {
    for (const token of await store.tokens()) this.known.set(token.digest, token);
    this.store = store;
  }

  async issue(): Promise<TokenPair> {
    this.issued.logins++;
    return this.newPair(null);
  }

  /**
   * Exchanges a refresh token for a new pair. Returns null if the refresh token was used, has expired or is unknown.
   */
  async rotate(refreshToken: string): Promise<TokenPair | null> {
    const spent = this.digestOf(refreshToken);
    if (!this.isGood(spent, 'refresh')) return null;
    this.known.delete(spent);
    this.issued.refreshes++;
    return this.newPair(spent);
  }

  accepts(accessToken: string): boolean {
    return this.isGood(this.digestOf(accessToken), 'access');
  }

  /** Revokes all access tokens. If `refreshTokensToo`, also revokes all refresh tokens. */
  expire(refreshTokensToo: boolean): void {
    for (const { digest, kind } of this.known.values()) {
      if (kind === 'access' || refreshTokensToo) this.known.delete(digest);
    }
  }

  private async newPair(spent: string | null): Promise<TokenPair> {
    const nowMs = this.clock.nowMs();
    for (const { digest, expiresAtMs } of this.known.values()) {
      if (expiresAtMs <= nowMs) this.known.delete(digest);
    }
    const [accessToken, refreshToken] = [newToken(), newToken()];
    const expiresAtMs = nowMs + this.lifetimeSeconds * 1000;
    const issued: IssuedToken[] = [
      { digest: this.digestOf(accessToken), kind: 'access', expiresAtMs },
      {
        digest: this.digestOf(refreshToken),
        kind: 'refresh',
        expiresAtMs: nowMs + this.lifetimeSeconds * 1000 * REFRESH_LIFETIMES,
      },
    ];
    for (const token of issued) this.known.set(token.digest, token);
    await this.store?.saveTokens(issued, spent);
    return { accessToken, refreshToken, expiresIn: this.lifetimeSeconds };
  }

  private isGood(digest: string, kind: IssuedToken['kind']): boolean {
    const token = this.known.get(digest);
    return token?.kind === kind && token.expiresAtMs > this.clock.nowMs();
  }

  private digestOf(token: string): string {
    return createHmac('sha256', this.secret).update(token).digest('base64url');
  }
}

function newToken(): string {
  return randomBytes(24).toString('base64url');
}
