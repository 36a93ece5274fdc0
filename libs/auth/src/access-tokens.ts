import { Injectable } from '@nestjs/common';
import { SignedTokens } from './signed-tokens';

const LIFETIME_SECONDS = 15 * 60;

export interface AccessClaims {
  userId: number;
  username: string;
}

/** Signs access tokens of the API. They are valid for 15 minutes and have the claims userId and username. */
@Injectable()
export class AccessTokens {
  constructor(private readonly tokens: SignedTokens) {}

  sign({ userId, username }: AccessClaims): string {
    return this.tokens.sign('access', { userId, username }, LIFETIME_SECONDS).token;
  }
}
