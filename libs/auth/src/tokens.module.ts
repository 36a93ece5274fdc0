import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { AccessTokens } from './access-tokens';
import { BindTokens } from './bind-tokens';
import { SignedTokens } from './signed-tokens';
import { StreamTokens } from './stream-tokens';

/** Signs and verifies tokens, without a guard: for services that issue tokens. */
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    SignedTokens,
    AccessTokens,
    StreamTokens,
    BindTokens,
  ],
  exports: [AccessTokens, StreamTokens, BindTokens],
})
export class TokensModule {}
