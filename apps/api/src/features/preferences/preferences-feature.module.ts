import { PreferencesModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { PreferencesController } from './preferences.controller';

@Module({ imports: [PreferencesModule], controllers: [PreferencesController] })
export class PreferencesFeatureModule {}
