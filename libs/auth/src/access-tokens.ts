import { Injectable } from '@nestjs/common';
import { SignedTokens } from './signed-tokens';

const LIFETIME_SECONDS = 15 * 60;

export interface AccessClaims {
  userId: number;
  username: string;
}

/** Access tokens of the API: valid for 15 minutes, with the claims userId and username. */
@Injectable()
export class AccessTokens {
  constructor(private readonly tokens: SignedTokens) {}

  sign({ userId, username }: AccessClaims): string {
    return this.tokens.sign('access', { userId, username }, LIFETIME_SECONDS).token;
  }

  /** The claims; null if the token is invalid, has expired or is of another kind. */
  verify(token: string): AccessClaims | null {
    const claims = this.tokens.verify('access', token);
    if (!claims || typeof claims.username !== 'string') return null;
    return { userId: claims.userId, username: claims.username };
  }
}
