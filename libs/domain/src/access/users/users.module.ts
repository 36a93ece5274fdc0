import { StorageModule } from '@app/storage';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { AuditModule } from '../../platform/audit/audit.module';
import { MailingModule } from '../../platform/mailing/mailing.module';
import { StoredFilesModule } from '../../platform/stored-files/stored-files.module';
import { AvatarsService } from './avatars.service';
import { UserAdministrationService } from './user-administration.service';
import { UsersService } from './users.service';

@Module({
  imports: [AccountsModule, AuditModule, MailingModule, StorageModule, StoredFilesModule],
  providers: [AvatarsService, UserAdministrationService, UsersService],
  exports: [AvatarsService, UserAdministrationService, UsersService],
})
export class UsersModule {}
