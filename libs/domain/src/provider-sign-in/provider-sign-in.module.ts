import { TokensModule } from '@app/auth';
import { EphemeralModule } from '@app/ephemeral';
import { IdentityProvidersModule } from '@app/identity-providers';
import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { AuditModule } from '../audit/audit.module';
import { PlatformModule } from '../platform/platform.module';
import { BindOffers } from './bind-offers';
import { ProviderBindingService } from './provider-binding.service';
import { ProviderLinks } from './provider-links';
import { ProviderSignInService } from './provider-sign-in.service';
import { SignInAttempts } from './sign-in-attempts';

@Module({
  imports: [
    AccountsModule,
    AuditModule,
    EphemeralModule,
    IdentityProvidersModule,
    PlatformModule,
    TokensModule,
  ],
  providers: [
    { provide: Clock, useClass: SystemClock },
    BindOffers,
    ProviderBindingService,
    ProviderLinks,
    ProviderSignInService,
    SignInAttempts,
  ],
  exports: [ProviderBindingService, ProviderSignInService],
})
export class ProviderSignInModule {}
