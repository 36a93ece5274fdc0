import { TokensModule } from '@app/auth';
import { EphemeralModule } from '@app/ephemeral';
import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { MailingModule } from '../../platform/mailing/mailing.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { PreferencesModule } from '../preferences/preferences.module';
import { AccountMails } from './account-mails';
import { AccountsService } from './accounts.service';
import { AdministratorService } from './administrator.service';
import { CodeRequestsService } from './code-requests.service';
import { LoginThrottle } from './login-throttle';
import { NewAccountsService } from './new-accounts.service';
import { OwnPasswordService } from './own-password.service';
import { PasswordHasher } from './password-hasher';
import { PasswordPolicy } from './password-policy';
import { PasswordResetService } from './password-reset.service';
import { RegistrationService } from './registration.service';
import { SessionsService } from './sessions.service';
import { VerificationCodes } from './verification-codes';

const services = [
  AccountMails,
  AccountsService,
  AdministratorService,
  CodeRequestsService,
  LoginThrottle,
  NewAccountsService,
  OwnPasswordService,
  PasswordHasher,
  PasswordPolicy,
  PasswordResetService,
  RegistrationService,
  SessionsService,
];

@Module({
  imports: [
    AuditModule,
    EphemeralModule,
    MailingModule,
    ConfigurationModule,
    PreferencesModule,
    TokensModule,
  ],
  providers: [...services, VerificationCodes],
  exports: services,
})
export class AccountsModule {}
