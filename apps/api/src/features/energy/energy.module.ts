import { EnergyModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { EnergyController } from './energy.controller';

@Module({ imports: [EnergyModule], controllers: [EnergyController] })
export class EnergyFeatureModule {}
