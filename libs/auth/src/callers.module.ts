import { EphemeralModule } from '@app/ephemeral';
import { Module } from '@nestjs/common';
import { AccountLoader } from './account-loader';
import { ApiKeys } from './api-keys';

/** Provides the services that read the users and the API keys of callers. */
@Module({
  imports: [EphemeralModule],
  providers: [AccountLoader, ApiKeys],
  exports: [AccountLoader, ApiKeys],
})
export class CallersModule {}
