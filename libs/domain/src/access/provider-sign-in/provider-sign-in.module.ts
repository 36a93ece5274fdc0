import { TokensModule } from '@app/auth';
import { EphemeralModule } from '@app/ephemeral';
import { IdentityProvidersModule } from '@app/identity-providers';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { AuditModule } from '../../platform/audit/audit.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
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
    ConfigurationModule,
    TokensModule,
  ],
  providers: [BindOffers, ProviderBindingService, ProviderLinks, ProviderSignInService, SignInAttempts],
  exports: [ProviderBindingService, ProviderLinks, ProviderSignInService],
})
export class ProviderSignInModule {}
