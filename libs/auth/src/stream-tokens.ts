import { Injectable } from '@nestjs/common';
import { type SignedToken, SignedTokens } from './signed-tokens';

const LIFETIME_SECONDS = 30;

/** The tokens that open an event stream: 30 seconds, for they travel in an address. */
@Injectable()
export class StreamTokens {
  constructor(private readonly tokens: SignedTokens) {}

  sign(userId: number): SignedToken {
    return this.tokens.sign('sse', { userId }, LIFETIME_SECONDS);
  }

  /** Null for a token that is wrong in any way, has expired, or is of another kind. */
  verify(token: string): { userId: number } | null {
    const claims = this.tokens.verify('sse', token);
    return claims && { userId: claims.userId };
  }
}
