import { Module } from '@nestjs/common';
import { EnergyModule } from '../energy/energy.module';
import { CommonAmountsService } from './common-amounts.service';
import { RatedPointsService } from './rated-points.service';
import { RatedSumsService } from './rated-sums.service';

@Module({
  imports: [EnergyModule],
  providers: [CommonAmountsService, RatedPointsService, RatedSumsService],
  exports: [EnergyModule, CommonAmountsService, RatedPointsService, RatedSumsService],
})
export class RatesModule {}
