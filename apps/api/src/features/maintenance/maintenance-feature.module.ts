import { MaintenanceModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { MaintenanceController } from './maintenance.controller';

@Module({ imports: [MaintenanceModule], controllers: [MaintenanceController] })
export class MaintenanceFeatureModule {}
