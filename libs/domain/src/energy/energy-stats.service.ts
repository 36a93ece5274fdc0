import { Environment } from '@app/config';
import type { EnergyType } from '@app/entities';
import { Clock, DomainError, parseInstantRange } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { PlatformService } from '../platform/platform.service';
import { areaFigures, clipBuckets } from './area-figures';
import { countedMeters, metersOfEnergy } from './area-tree';
import { AreasService } from './areas.service';
import { type Bucket, bucketsBetween, startOf, startOfPrevious } from './calendar';
import { EnergySumsService } from './energy-sums.service';
import { type HourlyFigures, hourlyFigures, percentChange } from './hourly-figures';
import { HOUR_MS } from './meter-arithmetic';
import { roundedEnergy, roundedPercent } from './rounded';

export const STATS_PERIODS = ['today', 'thisWeek', 'thisMonth', 'custom'] as const;
export type StatsPeriod = (typeof STATS_PERIODS)[number];

export interface EnergyStatsQuery {
  /** The whole site where it is left out. */
  areaId?: number;
  period: StatsPeriod;
  /** Required for `custom`; ISO 8601, without an offset in the platform time zone. */
  from?: string;
  to?: string;
  energyType?: EnergyType;
}

export interface EnergyStats {
  total: number | null;
  avg: number | null;
  peak: number | null;
  /** Start of the peak's hour, ISO 8601 UTC. */
  peakTime: string | null;
  /** Percentage changes against the span of the same length before. */
  comparedToLastPeriod: { total: number | null; avg: number | null; peak: number | null };
}

const CALENDAR = { today: 'day', thisWeek: 'week', thisMonth: 'month' } as const;

/** Key figures of a period beside those of the one before. */
@Injectable()
export class EnergyStatsService {
  constructor(
    private readonly areas: AreasService,
    private readonly sums: EnergySumsService,
    private readonly platform: PlatformService,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /** @throws DomainError invalid for a range that is missing, empty or too long, not_found for an unknown area */
  async stats(query: EnergyStatsQuery): Promise<EnergyStats> {
    const zone = await this.platform.timezone();
    const { current, previous } = this.spans(query, zone);
    const meters = await this.meters(query);
    const [now, before] = await Promise.all([
      this.figures(meters, current, zone),
      this.figures(meters, previous, zone),
    ]);
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

  /** The period up to now, and as much elapsed time of the one before. */
  private spans(query: EnergyStatsQuery, zone: string): { current: Bucket; previous: Bucket } {
    if (query.period === 'custom') {
      const { from, to } = parseInstantRange(required(query), zone);
      const [startMs, endMs] = [from.getTime(), to.getTime()];
      if ((endMs - startMs) / HOUR_MS > this.environment.LIMIT_BUCKETS_PER_AREA) {
        throw DomainError.invalid(
          `The range has more than ${this.environment.LIMIT_BUCKETS_PER_AREA} hours.`,
        );
      }
      return {
        current: { startMs, endMs },
        previous: { startMs: startMs - (endMs - startMs), endMs: startMs },
      };
    }
    const nowMs = this.clock.nowMs();
    const interval = CALENDAR[query.period];
    const startMs = startOf(interval, nowMs, zone);
    const previousMs = startOfPrevious(interval, nowMs, zone);
    return {
      current: { startMs, endMs: nowMs },
      previous: { startMs: previousMs, endMs: previousMs + (nowMs - startMs) },
    };
  }

  /** Of the whole site: the meters of all areas, each once. */
  private async meters({ areaId, energyType = 'electricity' }: EnergyStatsQuery) {
    const site = await this.areas.site();
    const counted = countedMeters(site, energyType, metersOfEnergy);
    if (areaId === undefined)
      return [...new Map([...counted.values()].flat().map((meter) => [meter.id, meter])).values()];
    const meters = counted.get(areaId);
    if (!meters) throw DomainError.notFound(`Area ${areaId}`);
    return meters;
  }

  private async figures(
    meters: Awaited<ReturnType<EnergyStatsService['meters']>>,
    range: Bucket,
    zone: string,
  ): Promise<HourlyFigures> {
    const hours = bucketsBetween('hour', range.startMs, range.endMs, zone);
    const sums = await this.sums.byMeter(
      meters,
      clipBuckets(hours, range.startMs, range.endMs),
      zone,
      'hours',
    );
    return hourlyFigures(hours, range, areaFigures(hours, [...sums.values()]));
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
