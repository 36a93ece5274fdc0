import { Injectable } from '@nestjs/common';
import { type SignedToken, SignedTokens, type TokenHolder } from './signed-tokens';

const LIFETIME_SECONDS = 30;

/** Signs tokens that open an event stream. They are valid for only 30 seconds, because they are part of a URL. */
@Injectable()
export class StreamTokens {
  constructor(private readonly tokens: SignedTokens) {}

  sign(holder: TokenHolder): SignedToken {
    return this.tokens.sign('sse', { ...holder }, LIFETIME_SECONDS);
  }
}
