import { MailModule, MailSettings } from '@app/mail';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { ConfigurationModule } from '../configuration/configuration.module';
import { ConfiguredMailSettings } from './configured-mail-settings';
import { MailTestService } from './mail-test.service';

@Module({
  imports: [ConfigurationModule],
  providers: [{ provide: MailSettings, useClass: ConfiguredMailSettings }],
  exports: [MailSettings],
})
class ConfiguredMailSettingsModule {}

@Module({
  imports: [MailModule.reading(ConfiguredMailSettingsModule), AuditModule, ConfigurationModule],
  providers: [MailTestService],
  exports: [MailModule, MailTestService],
})
export class MailingModule {}
