import { Injectable } from '@nestjs/common';
import type { BucketSum } from '../arithmetic/bucket-sums';
import type { Bucket } from '../arithmetic/calendar';
import { energyUnit, MWH_PER_KWH, toKwh } from '../arithmetic/meter-arithmetic';
import { roundedEnergy } from '../arithmetic/rounded';
import { EnergySumsService } from '../meters/energy-sums.service';
import { type AreaFigure, areaFigures, mapAreaFigures } from './area-figures';
import { type EnergyScopeQuery, EnergyScopeService, type EnergySelection } from './energy-scope.service';

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

/** The balance of an area in one calendar bucket: how much of its energy its child areas do not account for. */
export interface BalancePoint {
  areaId: number;
  /** Start of the whole bucket, ISO 8601 UTC. */
  timestamp: string;
  /** kWh (m³ for water) of the area's own meters; null if nothing was measured. */
  own: number | null;
  /** The sum of its child areas: 0 if they have no meters, null if nothing was measured. */
  children: number | null;
  /** `own` minus `children` before they are rounded; it may be negative. Null if one of them is null. */
  rest: number | null;
  /** The lower coverage of the two sides. */
  coverage: number;
}

/** The calendar's buckets, and the same buckets clipped to a range. */
export interface ClippedBuckets {
  zone: string;
  grain: 'hours' | 'days';
  buckets: readonly Bucket[];
  clipped: readonly Bucket[];
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
    const scope = await this.scopes.scope(query);
    const sumsOf = await this.sumsByArea(scope, scope);
    const timestamps = scope.buckets.map(({ startMs }) => new Date(startMs).toISOString());
    const unit = energyUnit(scope.energyType);
    return scope.areas.flatMap(({ id: areaId }) =>
      mapAreaFigures(scope.buckets, sumsOf(areaId), (value, coverage, estimated, index) => ({
        areaId,
        timestamp: timestamps[index] ?? '',
        value: roundedEnergy(value),
        unit,
        coverage,
        estimated,
      })),
    );
  }

  /**
   * Returns the balance per bucket and area, ordered by area and then by time. The rest is computed in whole
   * milliwatt-hours and then rounded.
   * @throws DomainError invalid for a range that is empty or too long, not_found for an unknown area
   */
  async balance(query: Omit<EnergyScopeQuery, 'combined'>): Promise<BalancePoint[]> {
    const { areas, meters, balanceOf, zone, grain, buckets, clipped } = await this.scopes.balanceScope(query);
    const sums = await this.sums.byMeter(meters, clipped, zone, grain);
    const figuresOf = (side: readonly { id: number }[]) =>
      areaFigures(
        buckets,
        side.map(({ id }) => sums.get(id) ?? []),
      );
    return areas.flatMap(({ id: areaId }) => {
      const sides = balanceOf(areaId);
      const [own, children] = [figuresOf(sides.own), figuresOf(sides.children)];
      return buckets.map(({ startMs }, index) => ({
        areaId,
        timestamp: new Date(startMs).toISOString(),
        ...balanceOfFigures(own[index], sides.children.length > 0 ? children[index] : NO_CHILDREN),
      }));
    });
  }

  /** Returns the figures of each area by its id, one per bucket, rounded as in responses. */
  async figures(selection: EnergySelection, buckets: ClippedBuckets): Promise<Map<number, AreaFigure[]>> {
    const sumsOf = await this.sumsByArea(selection, buckets);
    return new Map(
      selection.areas.map(({ id }) => {
        const figures = areaFigures(buckets.buckets, sumsOf(id));
        for (const figure of figures) figure.value = roundedEnergy(figure.value);
        return [id, figures];
      }),
    );
  }

  /** Reads the energy of all areas. The returned function returns the sums of an area's meters. */
  private async sumsByArea(
    { meters, metersOf }: EnergySelection,
    { zone, grain, clipped }: ClippedBuckets,
  ): Promise<(areaId: number) => BucketSum[][]> {
    const sums = await this.sums.byMeter(meters, clipped, zone, grain);
    return (areaId) => metersOf(areaId).map(({ id }) => sums.get(id) ?? []);
  }
}

const NO_CHILDREN: AreaFigure = { value: 0, coverage: 1, estimated: false };

function balanceOfFigures(
  ownFigure: AreaFigure | undefined,
  childrenFigure: AreaFigure | undefined,
): Pick<BalancePoint, 'own' | 'children' | 'rest' | 'coverage'> {
  const own = ownFigure?.value ?? null;
  const children = childrenFigure?.value ?? null;
  return {
    own: roundedEnergy(own),
    children: roundedEnergy(children),
    rest: own === null || children === null ? null : roundedEnergy(difference(own, children)),
    coverage: Math.min(ownFigure?.coverage ?? 0, childrenFigure?.coverage ?? 0),
  };
}

/** Subtracts energies in kWh exactly, in whole milliwatt-hours. */
function difference(kwh: number, subtracted: number): number {
  return toKwh(Math.round(kwh * MWH_PER_KWH) - Math.round(subtracted * MWH_PER_KWH));
}
