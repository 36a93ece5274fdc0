import type { EnergyType } from '@app/entities';
import { Clock, DomainError, parseInstantRange } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { energyMeters } from '../areas/area-tree';
import { AreasService } from '../areas/areas.service';
import { type ComparedSpans, comparedSpans } from '../arithmetic/compared-spans';
import { percentChange } from './hourly-figures';
import { HourlyFiguresService } from './hourly-figures.service';
import { roundedEnergy, roundedPercent } from '../arithmetic/rounded';

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

export interface EnergyStats {
  total: number | null;
  avg: number | null;
  peak: number | null;
  /** Start of the hour with the peak, ISO 8601 UTC. */
  peakTime: string | null;
  /** Changes in percent, relative to the previous period of the same length. */
  comparedToLastPeriod: { total: number | null; avg: number | null; peak: number | null };
}

const CALENDAR = { today: 'day', thisWeek: 'week', thisMonth: 'month' } as const;

/** Computes statistics of a period and compares them with the previous period. */
@Injectable()
export class EnergyStatsService {
  constructor(
    private readonly areas: AreasService,
    private readonly hourly: HourlyFiguresService,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError invalid for a range that is missing or empty, not_found for an unknown area */
  async stats(query: EnergyStatsQuery): Promise<EnergyStats> {
    const zone = await this.configuration.timezone();
    const periods = this.periods(query, zone);
    const { areaId, energyType = 'electricity' } = query;
    const meters = energyMeters(await this.areas.site(), energyType, areaId);
    const { now, before } = await this.hourly.compare(meters, periods, zone);
    return {
      total: roundedEnergy(now.total),
      avg: roundedEnergy(now.avg),
      peak: roundedEnergy(now.peak),
      peakTime: now.peakTimeMs === null ? null : new Date(now.peakTimeMs).toISOString(),
      comparedToLastPeriod: {
        total: roundedPercent(percentChange(now.total, before.total)),
        avg: roundedPercent(percentChange(now.avg, before.avg)),
        peak: roundedPercent(percentChange(now.peak, before.peak)),
      },
    };
  }

  /** The period up to now, and the same part of the previous period. */
  private periods(query: EnergyStatsQuery, zone: string): ComparedSpans {
    if (query.period === 'custom') {
      const { from, to } = parseInstantRange(required(query), zone);
      const [startMs, endMs] = [from.getTime(), to.getTime()];
      return {
        current: { startMs, endMs },
        previous: { startMs: startMs - (endMs - startMs), endMs: startMs },
      };
    }
    return comparedSpans(CALENDAR[query.period], this.clock.nowMs(), zone);
  }
}

function required({ from, to }: EnergyStatsQuery): { from: string; to: string } {
  const missing = Object.entries({ from, to }).filter(([, value]) => value === undefined);
  if (from === undefined || to === undefined) {
    throw DomainError.invalid(
      'A custom period needs from and to.',
      missing.map(([path]) => ({ path, message: 'is required when period is custom' })),
    );
  }
  return { from, to };
}
