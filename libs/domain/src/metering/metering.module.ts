import { OutboundHttpModule } from '@app/outbound-http';
import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module';
import { AreasService } from './areas/areas.service';
import { BaselineSavingsService } from './baselines/baseline-savings.service';
import { BaselinesService } from './baselines/baselines.service';
import { BillSharesService } from './bills/bill-shares.service';
import { BillsService } from './bills/bills.service';
import { ContractsService } from './bills/contracts.service';
import { PriceFetchesService } from './bills/price-fetches.service';
import { PriceSeriesService } from './bills/price-series.service';
import { BenchmarksService } from './benchmarks/benchmarks.service';
import { DemandForecastsService } from './bills/demand-forecasts.service';
import { BudgetStatesService } from './budgets/budget-states.service';
import { BudgetsService } from './budgets/budgets.service';
import { CostsService } from './costs/costs.service';
import { CarbonFactorSource } from './emissions/carbon-factor-source';
import { CarbonFactorsService } from './emissions/carbon-factors.service';
import { EmissionsService } from './emissions/emissions.service';
import { AreaCardsService } from './energy/area-cards.service';
import { AreaPowerHistoryService } from './energy/area-power-history.service';
import { CommonHoursService } from './energy/common-hours.service';
import { CompletenessService } from './energy/completeness.service';
import { DemandService } from './energy/demand.service';
import { EnergyDetailsService } from './energy/energy-details.service';
import { EnergyProfilesService } from './energy/energy-profiles.service';
import { ReactiveEnergyService } from './energy/reactive-energy.service';
import { EnergyScopeService } from './energy/energy-scope.service';
import { EnergySeriesService } from './energy/energy-series.service';
import { EnergyStatsService } from './energy/energy-stats.service';
import { HourlyFiguresService } from './energy/hourly-figures.service';
import { ExplanationsService } from './explanations/explanations.service';
import { RateBreakdownService } from './explanations/rate-breakdown.service';
import { GatewayAlarmsService } from './gateway-proxy/gateway-alarms.service';
import { GatewayHistoryService } from './gateway-proxy/gateway-history.service';
import { ReadingImportPreviewService } from './imports/reading-import-preview.service';
import { ReadingImportWorkService } from './imports/reading-import-work.service';
import { ReadingImportsService } from './imports/reading-imports.service';
import { GatewayConnectionService } from './ingestion/gateway-connection.service';
import { MeterHistoryService } from './ingestion/meter-history.service';
import { PointValuesService } from './ingestion/point-values.service';
import { EnergySumsService } from './meters/energy-sums.service';
import { ImportedReadingsService } from './meters/imported-readings.service';
import { MeterJobsService } from './meters/meter-jobs.service';
import { MeterRereadService } from './meters/meter-reread.service';
import { MeterUpkeepService } from './meters/meter-upkeep.service';
import { MetersService } from './meters/meters.service';
import { ReadingCorrectionsService } from './meters/reading-corrections.service';
import { ReadingEvidenceService } from './meters/reading-evidence.service';
import { ReadingIntakeService } from './meters/reading-intake.service';
import { RollupService } from './meters/rollup.service';
import { EnergyChartService } from './overview/energy-chart.service';
import { OverviewStatsService } from './overview/overview-stats.service';
import { SiteAmountsService } from './overview/site-amounts.service';
import { PeriodFiguresService } from './period-figures/period-figures.service';
import { RatedPeriodsService } from './period-figures/rated-periods.service';
import { TargetPeriodsService } from './period-figures/target-periods.service';
import { CommonAmountsService } from './rates/common-amounts.service';
import { RatedPointsService } from './rates/rated-points.service';
import { RatedSumsService } from './rates/rated-sums.service';
import { OutdoorTemperatureService } from './temperature/outdoor-temperature.service';
import { WeatherHistoryService } from './temperature/weather-history.service';

const services = [
  AreaCardsService,
  AreaPowerHistoryService,
  AreasService,
  BaselineSavingsService,
  BaselinesService,
  BillSharesService,
  BillsService,
  BenchmarksService,
  BudgetsService,
  BudgetStatesService,
  CarbonFactorSource,
  CarbonFactorsService,
  CommonAmountsService,
  CommonHoursService,
  CompletenessService,
  ContractsService,
  DemandForecastsService,
  CostsService,
  DemandService,
  ReactiveEnergyService,
  EmissionsService,
  EnergyChartService,
  EnergyDetailsService,
  EnergyProfilesService,
  EnergyScopeService,
  EnergySeriesService,
  EnergyStatsService,
  EnergySumsService,
  ExplanationsService,
  GatewayAlarmsService,
  GatewayConnectionService,
  GatewayHistoryService,
  HourlyFiguresService,
  ImportedReadingsService,
  MeterHistoryService,
  MeterJobsService,
  MeterRereadService,
  MetersService,
  MeterUpkeepService,
  OutdoorTemperatureService,
  WeatherHistoryService,
  OverviewStatsService,
  PeriodFiguresService,
  PointValuesService,
  PriceFetchesService,
  PriceSeriesService,
  RateBreakdownService,
  RatedPeriodsService,
  TargetPeriodsService,
  RatedPointsService,
  RatedSumsService,
  ReadingCorrectionsService,
  ReadingEvidenceService,
  ReadingImportPreviewService,
  ReadingImportsService,
  ReadingImportWorkService,
  ReadingIntakeService,
  RollupService,
  SiteAmountsService,
];

/** Areas, meters, energy, costs and emissions. */
@Module({
  imports: [OutboundHttpModule, PlatformModule],
  providers: services,
  exports: services,
})
export class MeteringModule {}
