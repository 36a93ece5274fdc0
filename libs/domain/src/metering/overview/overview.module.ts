import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { CostsModule } from '../costs/costs.module';
import { EmissionsModule } from '../emissions/emissions.module';
import { RatesModule } from '../rates/rates.module';
import { EnergyChartService } from './energy-chart.service';
import { OverviewStatsService } from './overview-stats.service';
import { SiteAmountsService } from './site-amounts.service';

@Module({
  imports: [CostsModule, EmissionsModule, RatesModule, ConfigurationModule],
  providers: [EnergyChartService, OverviewStatsService, SiteAmountsService],
  exports: [EnergyChartService, OverviewStatsService, SiteAmountsService],
})
export class OverviewModule {}
