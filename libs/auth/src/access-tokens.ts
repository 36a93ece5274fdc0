import { Injectable } from '@nestjs/common';
import { SignedTokens } from './signed-tokens';

const LIFETIME_SECONDS = 15 * 60;

export interface AccessClaims {
  userId: number;
  username: string;
}

/** The bearer tokens of the API: 15 minutes, claims userId and username. */
@Injectable()
export class AccessTokens {
  constructor(private readonly tokens: SignedTokens) {}

  sign({ userId, username }: AccessClaims): string {
    return this.tokens.sign('access', { userId, username }, LIFETIME_SECONDS).token;
  }

  /** Null for a token that is wrong in any way, has expired, or is of another kind. */
  verify(token: string): AccessClaims | null {
    const claims = this.tokens.verify('access', token);
    if (!claims || typeof claims.username !== 'string') return null;
    return { userId: claims.userId, username: claims.username };
  }
}
