import { Clock, SystemClock } from '@app/kernel';
import { StorageModule } from '@app/storage';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { AuditModule } from '../audit/audit.module';
import { MailingModule } from '../mailing/mailing.module';
import { AvatarsService } from './avatars.service';
import { OwnPasswordService } from './own-password.service';
import { UserAdministrationService } from './user-administration.service';
import { UsersService } from './users.service';

@Module({
  imports: [AccountsModule, AuditModule, MailingModule, StorageModule],
  providers: [
    { provide: Clock, useClass: SystemClock },
    AvatarsService,
    OwnPasswordService,
    UserAdministrationService,
    UsersService,
  ],
  exports: [AvatarsService, OwnPasswordService, UserAdministrationService, UsersService],
})
export class UsersModule {}
