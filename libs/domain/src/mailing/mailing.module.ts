import { MailModule, MailSettings } from '@app/mail';
import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module';
import { PreferencesModule } from '../preferences/preferences.module';
import { AccountMails } from './account-mails';
import { PlatformMailSettings } from './platform-mail-settings';

@Module({
  imports: [PlatformModule],
  providers: [{ provide: MailSettings, useClass: PlatformMailSettings }],
  exports: [MailSettings],
})
class PlatformMailSettingsModule {}

@Module({
  imports: [MailModule.reading(PlatformMailSettingsModule), PlatformModule, PreferencesModule],
  providers: [AccountMails],
  exports: [AccountMails, MailModule],
})
export class MailingModule {}
