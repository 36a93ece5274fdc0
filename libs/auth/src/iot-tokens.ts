import { Injectable } from '@nestjs/common';
import { type SignedToken, SignedTokens, type TokenHolder } from './signed-tokens';

const LIFETIME_SECONDS = 15 * 60;

/**
 * Signs tokens for the IoT proxy. They are valid for 15 minutes and only for routes with `@IotRoles`, so a program
 * cannot use such a token to get another token.
 */
@Injectable()
export class IotTokens {
  constructor(private readonly tokens: SignedTokens) {}

  sign(holder: TokenHolder): SignedToken {
    return this.tokens.sign('iot', { ...holder }, LIFETIME_SECONDS);
  }
}
