import { Injectable } from '@nestjs/common';
import { SignedTokens } from './signed-tokens';

const LIFETIME_SECONDS = 15 * 60;

export interface AccessClaims {
  userId: number;
  username: string;
  /** The number of the user's session. */
  session?: number;
}

/** Signs access tokens of the API. They are valid for 15 minutes and name the user and their session. */
@Injectable()
export class AccessTokens {
  constructor(private readonly tokens: SignedTokens) {}

  sign({ userId, username, session }: AccessClaims): string {
    return this.tokens.sign('access', { userId, username, session }, LIFETIME_SECONDS).token;
  }
}
