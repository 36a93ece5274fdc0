import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { CostsModule } from '../costs/costs.module';
import { EmissionsModule } from '../emissions/emissions.module';
import { RatesModule } from '../rates/rates.module';
import { PeriodFiguresService } from './period-figures.service';
import { RatedPeriodsService } from './rated-periods.service';

@Module({
  imports: [ConfigurationModule, CostsModule, EmissionsModule, RatesModule],
  providers: [PeriodFiguresService, RatedPeriodsService],
  exports: [PeriodFiguresService],
})
export class PeriodFiguresModule {}
