import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { AccessTokens } from './access-tokens';
import { SignedTokens } from './signed-tokens';
import { StreamTokens } from './stream-tokens';

/** Signing and verifying, without any guard: for services that issue tokens. */
@Module({
  providers: [{ provide: Clock, useClass: SystemClock }, SignedTokens, AccessTokens, StreamTokens],
  exports: [AccessTokens, StreamTokens],
})
export class TokensModule {}
