import type { Environment } from '@app/config';
import {
  AreasService,
  AuditService,
  BaselineSavingsService,
  BaselinesService,
  BudgetsService,
  BudgetStatesService,
  ConfigurationService,
  CostsService,
  DemandService,
  EmissionsService,
  EnergyDetailsService,
  EnergyStatsService,
  CarbonFactorsService,
  OutdoorTemperatureService,
} from '@app/domain';
import {
  CommonAmountsService,
  CommonHoursService,
  CompletenessService,
  EnergyScopeService,
  EnergySumsService,
  HourlyFiguresService,
  MetersService,
  PeriodFiguresService,
  RatedPeriodsService,
  RatedPointsService,
  RatedSumsService,
  ReactiveEnergyService,
  ReadingEvidenceService,
  TargetPeriodsService,
} from '@app/domain/testing';
import type { Clock } from '@app/kernel';
import type { DataSource } from 'typeorm';

/** Creates the service that computes the figures for the node `read_energy`. */
export function periodFigures(
  dataSource: DataSource,
  clock: Clock,
  environment: Environment,
): PeriodFiguresService {
  const audit = new AuditService(dataSource, clock);
  const configuration = new ConfigurationService(dataSource, environment, clock, audit);
  const areas = new AreasService(dataSource, configuration, clock, audit);
  const sums = new EnergySumsService(dataSource);
  const scopes = new EnergyScopeService(areas, configuration, environment);
  const ratedSums = new RatedSumsService(sums);
  const rated = new RatedPointsService(ratedSums);
  const common = new CommonHoursService(sums);
  const completeness = new CompletenessService(dataSource, sums, clock);
  const hourly = new HourlyFiguresService(dataSource, sums, common);
  const baselines = new BaselinesService(dataSource, areas, configuration, audit);
  const meters = new MetersService(dataSource);
  const temperature = new OutdoorTemperatureService(configuration, meters, scopes, sums, clock);
  const savings = new BaselineSavingsService(baselines, scopes, sums, temperature);
  const budgets = new BudgetsService(dataSource, areas, audit);
  const factors = new CarbonFactorsService(dataSource, {} as never, configuration, audit, clock);
  return new PeriodFiguresService(
    new EnergyStatsService(areas, hourly, completeness, configuration, clock),
    new EnergyDetailsService(scopes, sums),
    new RatedPeriodsService(
      scopes,
      rated,
      new CostsService(scopes, rated, configuration),
      new EmissionsService(scopes, rated, factors, configuration),
      new CommonAmountsService(common, ratedSums),
      completeness,
    ),
    new TargetPeriodsService(
      new DemandService(
        areas,
        scopes,
        sums,
        new ReadingEvidenceService(dataSource),
        new ReactiveEnergyService(areas, sums),
      ),
      baselines,
      savings,
      new BudgetStatesService(budgets, scopes, sums, savings, configuration, clock),
      scopes,
      completeness,
    ),
    configuration,
  );
}
