import { EnergyModule, ExplanationsModule, PointsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { EnergyController } from './energy.controller';
import { ExplanationController } from './explanation.controller';

@Module({
  imports: [EnergyModule, ExplanationsModule, PointsModule],
  controllers: [EnergyController, ExplanationController],
})
export class EnergyFeatureModule {}
