import { Module } from '@nestjs/common';
import { AccessTokens } from './access-tokens';
import { BindTokens } from './bind-tokens';
import { IotTokens } from './iot-tokens';
import { SignedTokens } from './signed-tokens';
import { StreamTokens } from './stream-tokens';

/** Signs and verifies tokens without guarding routes, for services that issue tokens. */
@Module({
  providers: [SignedTokens, AccessTokens, StreamTokens, IotTokens, BindTokens],
  exports: [AccessTokens, BindTokens, IotTokens, SignedTokens, StreamTokens],
})
export class TokensModule {}
