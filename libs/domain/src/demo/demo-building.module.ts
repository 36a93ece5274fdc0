import { Module } from '@nestjs/common';
import { EnergyModule } from '../energy/energy.module';
import { DemoBuildingService } from './demo-building.service';

@Module({ imports: [EnergyModule], providers: [DemoBuildingService], exports: [DemoBuildingService] })
export class DemoBuildingModule {}
