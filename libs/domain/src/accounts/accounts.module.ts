import { TokensModule } from '@app/auth';
import { EphemeralModule } from '@app/ephemeral';
import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { MailingModule } from '../mailing/mailing.module';
import { PlatformModule } from '../platform/platform.module';
import { AccountsService } from './accounts.service';
import { AdministratorPasswordService } from './administrator-password.service';
import { AdministratorService } from './administrator.service';
import { CodeRequestsService } from './code-requests.service';
import { LoginThrottle } from './login-throttle';
import { NewAccountsService } from './new-accounts.service';
import { PasswordHasher } from './password-hasher';
import { PasswordPolicy } from './password-policy';
import { PasswordResetService } from './password-reset.service';
import { RegistrationService } from './registration.service';
import { SessionsService } from './sessions.service';
import { VerificationCodes } from './verification-codes';

@Module({
  imports: [AuditModule, EphemeralModule, MailingModule, PlatformModule, TokensModule],
  providers: [
    { provide: Clock, useClass: SystemClock },
    AccountsService,
    AdministratorPasswordService,
    AdministratorService,
    CodeRequestsService,
    LoginThrottle,
    NewAccountsService,
    PasswordHasher,
    PasswordPolicy,
    PasswordResetService,
    RegistrationService,
    SessionsService,
    VerificationCodes,
  ],
  exports: [
    AccountsService,
    AdministratorPasswordService,
    AdministratorService,
    CodeRequestsService,
    LoginThrottle,
    NewAccountsService,
    PasswordHasher,
    PasswordPolicy,
    PasswordResetService,
    RegistrationService,
    SessionsService,
  ],
})
export class AccountsModule {}
