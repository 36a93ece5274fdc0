import { EphemeralModule } from '@app/ephemeral';
import { Module } from '@nestjs/common';
import { AccountLoader } from './account-loader';
import { ApiKeys } from './api-keys';

/** Reads the users and the API keys that may call. */
@Module({
  imports: [EphemeralModule],
  providers: [AccountLoader, ApiKeys],
  exports: [AccountLoader, ApiKeys],
})
export class CallersModule {}
