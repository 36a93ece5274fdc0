import type { EnergyType } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { energyMeters } from '../areas/area-tree';
import { AreasService } from '../areas/areas.service';
import type { ComparedSpans } from '../arithmetic/compared-spans';
import { roundedEnergy } from '../arithmetic/rounded';
import { type Completeness, CompletenessService } from './completeness.service';
import { spansOf } from './figure-period';
import { changesBetween, type PeriodChanges } from './hourly-figures';
import { HourlyFiguresService } from './hourly-figures.service';

export const STATS_PERIODS = ['today', 'thisWeek', 'thisMonth', 'custom'] as const;
export type StatsPeriod = (typeof STATS_PERIODS)[number];

export interface EnergyStatsQuery {
  /** The id of an area. If omitted, the statistics cover the whole site. */
  areaId?: number;
  period: StatsPeriod;
  /** Required for `custom`. ISO 8601; without an offset, the time is in the platform's time zone. */
  from?: string;
  to?: string;
  energyType?: EnergyType;
}

/** Changes in percent since the previous period, by the hours and meters that both periods have. */
export interface PeriodComparison extends PeriodChanges {
  /** The share of the period that was compared, averaged over the meters, 0 to 1. */
  coverage: number;
}

export interface EnergyStats extends Completeness {
  total: number | null;
  avg: number | null;
  peak: number | null;
  /** Start of the hour with the peak, ISO 8601 UTC. */
  peakTime: string | null;
  comparedToLastPeriod: PeriodComparison;
}

/** Computes statistics of a period and compares them with the previous period. */
@Injectable()
export class EnergyStatsService {
  constructor(
    private readonly areas: AreasService,
    private readonly hourly: HourlyFiguresService,
    private readonly completeness: CompletenessService,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError invalid for a range that is missing or empty, not_found for an unknown area */
  async stats(query: EnergyStatsQuery): Promise<EnergyStats> {
    const zone = await this.configuration.timezone();
    return this.ofSpans(query, spansOf(query, this.clock.nowMs(), zone), zone);
  }

  /** Returns the statistics of any two periods. @throws DomainError not_found for an unknown area */
  async ofSpans(
    { areaId, energyType = 'electricity' }: Pick<EnergyStatsQuery, 'areaId' | 'energyType'>,
    periods: ComparedSpans,
    zone: string,
  ): Promise<EnergyStats> {
    const meters = energyMeters(await this.areas.energySite(), energyType, areaId);
    const [{ now, common, comparedShare }, completeness] = await Promise.all([
      this.hourly.compare(meters, periods, zone),
      this.completeness.of(meters, periods.current, zone),
    ]);
    return {
      total: roundedEnergy(now.total),
      avg: roundedEnergy(now.avg),
      peak: roundedEnergy(now.peak),
      peakTime: now.peakTimeMs === null ? null : new Date(now.peakTimeMs).toISOString(),
      ...completeness,
      comparedToLastPeriod: { ...changesBetween(common.now, common.before), coverage: comparedShare },
    };
  }
}
