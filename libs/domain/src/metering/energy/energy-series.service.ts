import { Readable } from 'node:stream';
import type { AreaEntity, EnergyType } from '@app/entities';
import { chunksOf } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { type Bucket, type BucketInterval, bucketsBetween, fewestBuckets } from '../arithmetic/calendar';
import { energyUnit } from '../arithmetic/meter-arithmetic';
import { type AreaFigure, clipBuckets } from './area-figures';
import { type ClippedBuckets, EnergyDetailsService } from './energy-details.service';
import { EnergyScopeService, type EnergySelection } from './energy-scope.service';

export interface EnergySeriesQuery {
  areaId?: number;
  /** Default: all energy types. */
  energyType?: EnergyType;
  interval: BucketInterval;
  from: Date;
  to: Date;
  /** The time zone that defines the buckets. */
  zone: string;
}

/** The energy of an area over time. */
export interface EnergySeries {
  area: AreaEntity;
  energyType: EnergyType;
  unit: 'kWh' | 'm³';
  /** One figure per bucket, as `EnergyDetailsService` returns it. */
  figures: readonly AreaFigure[];
}

/** Several buckets of all series. */
export interface EnergyPortion {
  /** Whole calendar buckets. */
  buckets: readonly Bucket[];
  /** Ordered by area, then by energy type. */
  series: readonly EnergySeries[];
}

/** An area with one of the energy types that it measures. */
type MeasuredArea = Omit<EnergySeries, 'figures'>;

export const ENERGY_TYPES = ['electricity', 'gas', 'water', 'heating', 'cooling'] as const;
/** Maximum number of figures, and of stored hours of meters, in a portion. Each takes about 1 KB. */
const FIGURES_PER_PORTION = 2000;
/** While the figures of a portion are computed, the database reads the next one. */
const PORTIONS_AT_ONCE = 2;

/**
 * Reads energy over time for ranges of any length, a portion of the range at a time. The figures are those of
 * `EnergyDetailsService`. An area has a series for each energy type that its meters, or the meters of the areas below it,
 * measure.
 */
@Injectable()
export class EnergySeriesService {
  constructor(
    private readonly scopes: EnergyScopeService,
    private readonly details: EnergyDetailsService,
  ) {}

  /**
   * Reads the portions of the range in order of time.
   * @throws DomainError not_found for an unknown area
   */
  async *read(
    { areaId, energyType, interval, from, to, zone }: EnergySeriesQuery,
    figuresPerPortion = FIGURES_PER_PORTION,
  ): AsyncGenerator<EnergyPortion, void, void> {
    const { selections, measured } = await this.select(energyType, areaId);
    const buckets = measured.length > 0 ? bucketsBetween(interval, from.getTime(), to.getTime(), zone) : [];
    const meterCount = selections.reduce((count, { meters }) => count + meters.length, 0);
    const size = Math.max(1, Math.floor(figuresPerPortion / Math.max(1, measured.length, meterCount)));
    const grain = interval === 'hour' ? ('hours' as const) : ('days' as const);
    const ranges = chunksOf(buckets, size).map((chunk) => ({
      zone,
      grain,
      buckets: chunk,
      clipped: clipBuckets(chunk, from.getTime(), to.getTime()),
    }));
    const portions: AsyncIterable<EnergyPortion> = Readable.from(ranges).map(
      async (range: ClippedBuckets) => {
        const figures = new Map<EnergyType, Map<number, AreaFigure[]>>();
        for (const selection of selections)
          figures.set(selection.energyType, await this.details.figures(selection, range));
        const series = measured.map((one) => ({
          ...one,
          figures: figures.get(one.energyType)?.get(one.area.id) ?? [],
        }));
        return { buckets: range.buckets, series };
      },
      { concurrency: PORTIONS_AT_ONCE },
    );
    yield* portions;
  }

  /** Returns a lower bound of the number of rows. It is cheap, so a limit can be checked before the rows are read. */
  async fewestRows({ areaId, energyType, interval, from, to }: EnergySeriesQuery): Promise<number> {
    const { measured } = await this.select(energyType, areaId);
    return measured.length * fewestBuckets(interval, from.getTime(), to.getTime());
  }

  private async select(
    energyType: EnergyType | undefined,
    areaId: number | undefined,
  ): Promise<{ selections: EnergySelection[]; measured: MeasuredArea[] }> {
    const types = energyType === undefined ? ENERGY_TYPES : [energyType];
    const { areas, selectionOf } = await this.scopes.select({ areaId });
    const selections = types.map(selectionOf).filter(({ meters }) => meters.length > 0);
    return { selections, measured: measuredAreas(areas, selections) };
  }
}

function measuredAreas(areas: readonly AreaEntity[], selections: readonly EnergySelection[]): MeasuredArea[] {
  return areas.flatMap((area) =>
    selections
      .filter((selection) => selection.metersOf(area.id).length > 0)
      .map(({ energyType }) => ({ area, energyType, unit: energyUnit(energyType) })),
  );
}
