import { Injectable } from '@nestjs/common';
import { type SignedToken, SignedTokens } from './signed-tokens';

const LIFETIME_SECONDS = 30;

/** Tokens that open an event stream: valid for 30 seconds, because they are part of a URL. */
@Injectable()
export class StreamTokens {
  constructor(private readonly tokens: SignedTokens) {}

  sign(userId: number): SignedToken {
    return this.tokens.sign('sse', { userId }, LIFETIME_SECONDS);
  }

  /** The claims; null if the token is invalid, has expired or is of another kind. */
  verify(token: string): { userId: number } | null {
    const claims = this.tokens.verify('sse', token);
    return claims && { userId: claims.userId };
  }
}
