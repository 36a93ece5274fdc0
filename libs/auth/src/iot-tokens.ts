import { Injectable } from '@nestjs/common';
import { type SignedToken, SignedTokens, type TokenHolder } from './signed-tokens';

const LIFETIME_SECONDS = 15 * 60;

/**
 * Signs tokens for the IoT proxy, valid for 15 minutes. They open the routes with `@IotRoles` and no others, so a
 * program that has such a token cannot get another one.
 */
@Injectable()
export class IotTokens {
  constructor(private readonly tokens: SignedTokens) {}

  sign(holder: TokenHolder): SignedToken {
    return this.tokens.sign('iot', { ...holder }, LIFETIME_SECONDS);
  }
}
