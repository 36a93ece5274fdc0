import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { AreasModule } from '../areas/areas.module';
import { MetersModule } from '../meters/meters.module';
import { AreaCardsService } from './area-cards.service';
import { AreaPowerHistoryService } from './area-power-history.service';
import { CommonHoursService } from './common-hours.service';
import { CompletenessService } from './completeness.service';
import { EnergyDetailsService } from './energy-details.service';
import { EnergyScopeService } from './energy-scope.service';
import { EnergySeriesService } from './energy-series.service';
import { EnergyStatsService } from './energy-stats.service';
import { HourlyFiguresService } from './hourly-figures.service';

const services = [
  AreaCardsService,
  AreaPowerHistoryService,
  CommonHoursService,
  CompletenessService,
  EnergyDetailsService,
  EnergyScopeService,
  EnergySeriesService,
  EnergyStatsService,
  HourlyFiguresService,
];

@Module({
  imports: [AreasModule, MetersModule, ConfigurationModule],
  providers: [...services],
  exports: [AreasModule, MetersModule, ...services],
})
export class EnergyModule {}
