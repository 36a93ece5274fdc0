import { Module } from '@nestjs/common';
import { AccessTokens } from './access-tokens';
import { BindTokens } from './bind-tokens';
import { IotTokens } from './iot-tokens';
import { SignedTokens } from './signed-tokens';
import { StreamTokens } from './stream-tokens';

/** Provides the services that sign and verify tokens, but does not guard routes. */
@Module({
  providers: [SignedTokens, AccessTokens, StreamTokens, IotTokens, BindTokens],
  exports: [AccessTokens, BindTokens, IotTokens, SignedTokens, StreamTokens],
})
export class TokensModule {}
