import { AlertsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { AlertsController } from './alerts.controller';

@Module({ imports: [AlertsModule], controllers: [AlertsController] })
export class AlertsFeatureModule {}
