import { Environment } from '@app/config';
import type { EnergyType } from '@app/entities';
import { DomainError, parseInstantRange } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { PlatformService } from '../platform/platform.service';
import { areaFigures, clipBuckets } from './area-figures';
import { countedMeters, metersOfEnergy } from './area-tree';
import { AreasService } from './areas.service';
import { type Bucket, type BucketInterval, bucketsBetween, fewestBuckets } from './calendar';
import { EnergySumsService } from './energy-sums.service';
import { energyUnit } from './meter-arithmetic';
import { roundedEnergy } from './rounded';

export interface EnergyDetailsQuery {
  /** All areas where it is left out. */
  areaId?: number;
  /** ISO 8601; without an offset in the platform time zone. */
  from: string;
  to: string;
  interval: BucketInterval;
  energyType?: EnergyType;
}

/** The energy of an area in one calendar bucket. */
export interface EnergyPoint {
  areaId: number;
  /** Start of the whole bucket, ISO 8601 UTC. */
  timestamp: string;
  value: number | null;
  unit: 'kWh' | 'm³';
  coverage: number;
  estimated: boolean;
}

/** Energy over time, by calendar buckets of the platform's time zone. */
@Injectable()
export class EnergyDetailsService {
  constructor(
    private readonly areas: AreasService,
    private readonly sums: EnergySumsService,
    private readonly platform: PlatformService,
    private readonly environment: Environment,
  ) {}

  /**
   * One point per bucket and area, by area and then by time; a bucket without data has a null value, never 0.
   * @throws DomainError invalid for a range that is empty or too long, not_found for an unknown area
   */
  async points(query: EnergyDetailsQuery): Promise<EnergyPoint[]> {
    const zone = await this.platform.timezone();
    const { from, to } = parseInstantRange(query, zone);
    const site = await this.areas.site();
    const areas = site.areas.filter(({ id }) => query.areaId === undefined || id === query.areaId);
    if (query.areaId !== undefined && areas.length === 0) throw DomainError.notFound(`Area ${query.areaId}`);
    const buckets = this.buckets(query.interval, from.getTime(), to.getTime(), zone, areas.length);

    const energyType = query.energyType ?? 'electricity';
    const counted = countedMeters(site, energyType, metersOfEnergy);
    const metersOf = (areaId: number) => counted.get(areaId) ?? [];
    const wanted = [
      ...new Map(areas.flatMap(({ id }) => metersOf(id)).map((meter) => [meter.id, meter])).values(),
    ];
    const sums = await this.sums.byMeter(
      wanted,
      clipBuckets(buckets, from.getTime(), to.getTime()),
      zone,
      query.interval === 'hour' ? 'hours' : 'days',
    );
    const timestamps = buckets.map(({ startMs }) => new Date(startMs).toISOString());
    const unit = energyUnit(energyType);
    return areas.flatMap(({ id: areaId }) =>
      areaFigures(
        buckets,
        metersOf(areaId).map(({ id }) => sums.get(id) ?? []),
      ).map((figure, index) => ({
        areaId,
        timestamp: timestamps[index] ?? '',
        unit,
        ...figure,
        value: roundedEnergy(figure.value),
      })),
    );
  }

  /** The whole buckets of the range, once it is known that they are not too many. */
  private buckets(
    interval: BucketInterval,
    fromMs: number,
    toMs: number,
    zone: string,
    areaCount: number,
  ): Bucket[] {
    const { LIMIT_BUCKETS_PER_AREA, LIMIT_POINTS_PER_ANSWER } = this.environment;
    const limit = Math.min(
      LIMIT_BUCKETS_PER_AREA,
      Math.floor(LIMIT_POINTS_PER_ANSWER / Math.max(areaCount, 1)),
    );
    if (fewestBuckets(interval, fromMs, toMs) > limit) throw tooLong(interval, limit);
    const buckets = bucketsBetween(interval, fromMs, toMs, zone);
    if (buckets.length > limit) throw tooLong(interval, limit);
    return buckets;
  }
}

function tooLong(interval: BucketInterval, limit: number): DomainError {
  const message = `The range has more than ${limit} ${interval}s per area; ask for a shorter one or a longer interval.`;
  return DomainError.invalid(message, [{ path: 'to', message: `gives more than ${limit} ${interval}s` }]);
}
