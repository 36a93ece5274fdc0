import { randomBytes } from 'node:crypto';
import type { Clock } from '@app/kernel';

export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  /** Lifetime of the access token in seconds. */
  expiresIn: number;
}

/** Lifetime of a refresh token, as a multiple of the lifetime of an access token. */
const REFRESH_LIFETIMES = 96;

/** Issues token pairs. They are stored in memory, so a restart revokes them all. */
export class TokenIssuer {
  /** Pairs that were issued for a password, and for a refresh token. */
  readonly issued = { logins: 0, refreshes: 0 };
  private readonly accessExpiriesMs = new Map<string, number>();
  private readonly refreshExpiriesMs = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly lifetimeSeconds: number,
  ) {}

  issue(): TokenPair {
    this.issued.logins++;
    return this.newPair();
  }

  /**
   * Exchanges a refresh token for a new pair. Returns null if the refresh token was used, has expired or is unknown.
   */
  rotate(refreshToken: string): TokenPair | null {
    const good = this.isGood(this.refreshExpiriesMs, refreshToken);
    this.refreshExpiriesMs.delete(refreshToken);
    if (!good) return null;
    this.issued.refreshes++;
    return this.newPair();
  }

  accepts(accessToken: string): boolean {
    return this.isGood(this.accessExpiriesMs, accessToken);
  }

  /** Revokes all access tokens. If `refreshTokensToo`, also revokes all refresh tokens. */
  expire(refreshTokensToo: boolean): void {
    this.accessExpiriesMs.clear();
    if (refreshTokensToo) this.refreshExpiriesMs.clear();
  }

  private newPair(): TokenPair {
    this.forgetExpired();
    const pair = { accessToken: newToken(), refreshToken: newToken(), expiresIn: this.lifetimeSeconds };
    const lifetimeMs = this.lifetimeSeconds * 1000;
    this.accessExpiriesMs.set(pair.accessToken, this.clock.nowMs() + lifetimeMs);
    this.refreshExpiriesMs.set(pair.refreshToken, this.clock.nowMs() + lifetimeMs * REFRESH_LIFETIMES);
    return pair;
  }

  private isGood(expiriesMs: ReadonlyMap<string, number>, token: string): boolean {
    return (expiriesMs.get(token) ?? -Infinity) > this.clock.nowMs();
  }

  private forgetExpired(): void {
    for (const expiriesMs of [this.accessExpiriesMs, this.refreshExpiriesMs]) {
      for (const token of expiriesMs.keys()) {
        if (!this.isGood(expiriesMs, token)) expiriesMs.delete(token);
      }
    }
  }
}

function newToken(): string {
  return randomBytes(24).toString('base64url');
}
