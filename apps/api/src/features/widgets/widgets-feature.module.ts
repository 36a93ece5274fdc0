import { WidgetsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { WidgetsController } from './widgets.controller';

@Module({ imports: [WidgetsModule], controllers: [WidgetsController] })
export class WidgetsFeatureModule {}
