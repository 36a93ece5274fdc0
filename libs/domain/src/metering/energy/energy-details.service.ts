import { Injectable } from '@nestjs/common';
import { energyUnit } from '../arithmetic/meter-arithmetic';
import { roundedEnergy } from '../arithmetic/rounded';
import { EnergySumsService } from '../meters/energy-sums.service';
import { areaFigures } from './area-figures';
import { EnergyScopeService, type EnergyScopeQuery } from './energy-scope.service';

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

/** Returns energy over time, in calendar buckets of the platform's time zone. */
@Injectable()
export class EnergyDetailsService {
  constructor(
    private readonly scopes: EnergyScopeService,
    private readonly sums: EnergySumsService,
  ) {}

  /**
   * Returns one value per bucket and area, ordered by area and then by time. A bucket without data has the value null,
   * never 0.
   * @throws DomainError invalid for a range that is empty or too long, not_found for an unknown area
   */
  async points(query: EnergyScopeQuery): Promise<EnergyPoint[]> {
    const { areas, meters, metersOf, buckets, clipped, grain, zone, energyType } =
      await this.scopes.scope(query);
    const sums = await this.sums.byMeter(meters, clipped, zone, grain);
    const timestamps = buckets.map(({ startMs }) => new Date(startMs).toISOString());
    const unit = energyUnit(energyType);
    return areas.flatMap(({ id: areaId }) =>
      areaFigures(
        buckets,
        metersOf(areaId).map(({ id }) => sums.get(id) ?? []),
      ).map(({ value, coverage, estimated }, index) => ({
        areaId,
        timestamp: timestamps[index] ?? '',
        value: roundedEnergy(value),
        unit,
        coverage,
        estimated,
      })),
    );
  }
}
