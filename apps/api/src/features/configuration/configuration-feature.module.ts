import { ConfigurationModule, MailingModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { ConfigurationController } from './configuration.controller';
import { MailTestController } from './mail-test.controller';

@Module({
  imports: [ConfigurationModule, MailingModule],
  controllers: [ConfigurationController, MailTestController],
})
export class ConfigurationFeatureModule {}
