import { TokensModule } from '@app/auth';
import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { AccountsService } from './accounts.service';
import { AdministratorService } from './administrator.service';
import { PasswordHasher } from './password-hasher';
import { PasswordPolicy } from './password-policy';
import { SessionsService } from './sessions.service';

@Module({
  imports: [TokensModule],
  providers: [
    { provide: Clock, useClass: SystemClock },
    PasswordHasher,
    PasswordPolicy,
    AccountsService,
    AdministratorService,
    SessionsService,
  ],
  exports: [AccountsService, AdministratorService, PasswordHasher, PasswordPolicy, SessionsService],
})
export class AccountsModule {}
