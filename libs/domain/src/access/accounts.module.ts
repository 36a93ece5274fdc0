import { TokensModule } from '@app/auth';
import { EphemeralModule } from '@app/ephemeral';
import { IdentityProvidersModule } from '@app/identity-providers';
import { StorageModule } from '@app/storage';
import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module';
import { AccountMails } from './accounts/account-mails';
import { AccountsService } from './accounts/accounts.service';
import { AdministratorService } from './accounts/administrator.service';
import { CodeRequestsService } from './accounts/code-requests.service';
import { LoginThrottle } from './accounts/login-throttle';
import { NewAccountsService } from './accounts/new-accounts.service';
import { OwnPasswordService } from './accounts/own-password.service';
import { PasswordHasher } from './accounts/password-hasher';
import { PasswordPolicy } from './accounts/password-policy';
import { PasswordResetService } from './accounts/password-reset.service';
import { RegistrationService } from './accounts/registration.service';
import { SessionsService } from './accounts/sessions.service';
import { VerificationCodes } from './accounts/verification-codes';
import { ApiKeysService } from './api-keys/api-keys.service';
import { PreferencesService } from './preferences/preferences.service';
import { BindOffers } from './provider-sign-in/bind-offers';
import { ProviderBindingService } from './provider-sign-in/provider-binding.service';
import { ProviderLinks } from './provider-sign-in/provider-links';
import { ProviderSignInService } from './provider-sign-in/provider-sign-in.service';
import { SignInAttempts } from './provider-sign-in/sign-in-attempts';
import { AvatarsService } from './users/avatars.service';
import { UserAdministrationService } from './users/user-administration.service';
import { UsersService } from './users/users.service';

const services = [
  AccountMails,
  AccountsService,
  AdministratorService,
  ApiKeysService,
  AvatarsService,
  BindOffers,
  CodeRequestsService,
  LoginThrottle,
  NewAccountsService,
  OwnPasswordService,
  PasswordHasher,
  PasswordPolicy,
  PasswordResetService,
  PreferencesService,
  ProviderBindingService,
  ProviderLinks,
  ProviderSignInService,
  RegistrationService,
  SessionsService,
  SignInAttempts,
  UserAdministrationService,
  UsersService,
  VerificationCodes,
];

/** Accounts, users, API keys, preferences, and sign-in through providers. */
@Module({
  imports: [EphemeralModule, IdentityProvidersModule, PlatformModule, StorageModule, TokensModule],
  providers: services,
  exports: services,
})
export class AccountsModule {}
