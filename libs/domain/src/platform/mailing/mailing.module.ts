import { MailModule, MailSettings } from '@app/mail';
import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../configuration/configuration.module';
import { ConfiguredMailSettings } from './configured-mail-settings';

@Module({
  imports: [ConfigurationModule],
  providers: [{ provide: MailSettings, useClass: ConfiguredMailSettings }],
  exports: [MailSettings],
})
class ConfiguredMailSettingsModule {}

@Module({
  imports: [MailModule.reading(ConfiguredMailSettingsModule), ConfigurationModule],
  exports: [MailModule],
})
export class MailingModule {}
