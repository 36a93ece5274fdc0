import { Module } from '@nestjs/common';
import { EnergyModule } from '../energy/energy.module';
import { RatedPointsService } from './rated-points.service';
import { RatedSumsService } from './rated-sums.service';

@Module({
  imports: [EnergyModule],
  providers: [RatedPointsService, RatedSumsService],
  exports: [EnergyModule, RatedPointsService, RatedSumsService],
})
export class RatesModule {}
