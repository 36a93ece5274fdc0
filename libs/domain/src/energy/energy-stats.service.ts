import type { EnergyType } from '@app/entities';
import { Clock, DomainError, parseInstantRange } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { PlatformService } from '../platform/platform.service';
import { countedMeters, metersOfEnergy } from './area-tree';
import { AreasService } from './areas.service';
import { type Bucket, startOf, startOfPrevious } from './calendar';
import { percentChange } from './hourly-figures';
import { HourlyFiguresService } from './hourly-figures.service';
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
    private readonly hourly: HourlyFiguresService,
    private readonly platform: PlatformService,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError invalid for a range that is missing or empty, not_found for an unknown area */
  async stats(query: EnergyStatsQuery): Promise<EnergyStats> {
    const zone = await this.platform.timezone();
    const { current, previous } = this.spans(query, zone);
    const meters = await this.meters(query);
    const [now, before] = await Promise.all([
      this.hourly.figures(meters, current, zone),
      this.hourly.figures(meters, previous, zone),
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
