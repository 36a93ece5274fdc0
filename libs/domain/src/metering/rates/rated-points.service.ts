import { Injectable } from '@nestjs/common';
import { coverageOf } from '../arithmetic/coverage';
import { roundedDecimal } from '../arithmetic/exact-decimal';
import type { EnergyScope } from '../energy/energy-scope.service';
import type { RateSchedule } from './rate-schedule';
import { ratedAmounts, sumOfMeters } from './rated-energy';
import { RatedSumsService } from './rated-sums.service';

/** An amount of money or emissions of an area in one calendar bucket. */
export interface RatedPoint {
  areaId: number;
  /** Start of the whole bucket, ISO 8601 UTC. */
  timestamp: string;
  /** Null if nothing was measured, or if no rate applies to a part of the energy. */
  value: number | null;
  unit: string;
  coverage: number;
}

/** The unit and the decimals of amounts in responses. */
export interface AmountFormat {
  unit: string;
  /** Digits after the decimal point. */
  places: number;
}

/** Converts the energy of areas to costs or emissions per calendar bucket. */
@Injectable()
export class RatedPointsService {
  constructor(private readonly sums: RatedSumsService) {}

  /** Returns one point per bucket and area. Each value is computed exactly and rounded half up once. */
  async points(
    { areas, meters, metersOf, buckets, clipped, zone, grain }: EnergyScope,
    schedule: RateSchedule,
    { unit, places }: AmountFormat,
  ): Promise<RatedPoint[]> {
    const sums = await this.sums.sum({ meters, buckets: clipped, zone, grain }, schedule);
    const timestamps = buckets.map(({ startMs }) => new Date(startMs).toISOString());
    return areas.flatMap(({ id: areaId }) => {
      const ownMeters = metersOf(areaId);
      const energy = sumOfMeters(ownMeters, sums);
      return ratedAmounts(energy, sums.parts, schedule.rates).map((amount, index) => {
        const { startMs = 0, endMs = 0 } = buckets[index] ?? {};
        const coveredMs = energy.coveredMs[index] ?? 0;
        return {
          areaId,
          timestamp: timestamps[index] ?? '',
          value: amount === null ? null : roundedDecimal(amount, places),
          unit,
          coverage: coverageOf(coveredMs, (endMs - startMs) * ownMeters.length),
        };
      });
    });
  }
}
