import { PreferencesModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { SettingsController } from './settings.controller';

@Module({ imports: [PreferencesModule], controllers: [SettingsController] })
export class SettingsModule {}
