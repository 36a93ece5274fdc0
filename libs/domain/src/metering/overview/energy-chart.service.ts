import type { EnergyType } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { energyMeters } from '../areas/area-tree';
import { AreasService } from '../areas/areas.service';
import { type Bucket, type BucketInterval, bucketsBetween } from '../arithmetic/calendar';
import { comparedSpans } from '../arithmetic/compared-spans';
import { energyUnit } from '../arithmetic/meter-arithmetic';
import { clipBuckets } from '../energy/area-figures';
import { type Completeness, CompletenessService } from '../energy/completeness.service';
import { SiteAmountsService } from './site-amounts.service';

export const CHART_PERIODS = ['today', 'thisWeek', 'thisMonth', 'thisYear'] as const;
export type ChartPeriod = (typeof CHART_PERIODS)[number];

export interface ChartPoint {
  /** Start of the bucket, ISO 8601 UTC. */
  timestamp: string;
  value: number | null;
}

/**
 * The energy of the site or of an area in a period up to now, and in the same part of the previous period. The
 * completeness is that of the current period.
 */
export interface EnergyChart extends Completeness {
  interval: BucketInterval;
  unit: 'kWh' | 'm³';
  current: ChartPoint[];
  previous: ChartPoint[];
}

const PERIODS = {
  today: { period: 'day', interval: 'hour' },
  thisWeek: { period: 'week', interval: 'day' },
  thisMonth: { period: 'month', interval: 'day' },
  thisYear: { period: 'year', interval: 'month' },
} as const;

/** Computes energy charts, for example for the overview. */
@Injectable()
export class EnergyChartService {
  constructor(
    private readonly areas: AreasService,
    private readonly amounts: SiteAmountsService,
    private readonly completeness: CompletenessService,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /**
   * @param areaId if undefined, the whole site
   * @throws DomainError not_found for an unknown area
   */
  async chart(
    chartPeriod: ChartPeriod,
    energyType: EnergyType = 'electricity',
    areaId?: number,
  ): Promise<EnergyChart> {
    const { period, interval } = PERIODS[chartPeriod];
    const [zone, site] = await Promise.all([this.configuration.timezone(), this.areas.energySite()]);
    const { current, previous } = comparedSpans(period, this.clock.nowMs(), zone);
    const meters = energyMeters(site, energyType, areaId);
    const points = async (span: Bucket): Promise<ChartPoint[]> => {
      const buckets = bucketsBetween(interval, span.startMs, span.endMs, zone);
      const clipped = clipBuckets(buckets, span.startMs, span.endMs);
      const grain = interval === 'hour' ? 'hours' : 'days';
      const values = await this.amounts.energies({ meters, energyType, zone, grain }, clipped);
      return buckets.map(({ startMs }, index) => ({
        timestamp: new Date(startMs).toISOString(),
        value: values[index] ?? null,
      }));
    };
    const [ofCurrent, ofPrevious, completeness] = await Promise.all([
      points(current),
      points(previous),
      this.completeness.of(meters, current, zone),
    ]);
    const unit = energyUnit(energyType);
    return { interval, unit, current: ofCurrent, previous: ofPrevious, ...completeness };
  }
}
