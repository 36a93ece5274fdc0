import { ConfigurationModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { ConfigurationController } from './configuration.controller';

@Module({ imports: [ConfigurationModule], controllers: [ConfigurationController] })
export class ConfigurationFeatureModule {}
