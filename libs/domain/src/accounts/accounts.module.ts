import { TokensModule } from '@app/auth';
import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { AccountsService } from './accounts.service';
import { AdministratorService } from './administrator.service';
import { PasswordHasher } from './password-hasher';
import { SessionsService } from './sessions.service';

@Module({
  imports: [TokensModule],
  providers: [
    { provide: Clock, useClass: SystemClock },
    PasswordHasher,
    AccountsService,
    AdministratorService,
    SessionsService,
  ],
  exports: [AccountsService, AdministratorService, SessionsService],
})
export class AccountsModule {}
