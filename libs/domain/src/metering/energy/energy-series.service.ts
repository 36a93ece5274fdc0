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

/** The energy of an area in one calendar bucket, as `EnergyDetailsService` returns it. */
export interface EnergySeriesRow extends AreaFigure {
  /** Start of the whole bucket. */
  startMs: number;
  area: AreaEntity;
  energyType: EnergyType;
  unit: 'kWh' | 'm³';
}

/** A series: an area with one of the energy types that it measures. */
type Series = Pick<EnergySeriesRow, 'area' | 'energyType' | 'unit'>;

const ENERGY_TYPES = ['electricity', 'gas', 'water', 'heating', 'cooling'] as const;
/** Maximum number of figures, and of stored hours of meters, in a portion. Each takes about 1 KB. */
const FIGURES_PER_PORTION = 4000;
/** While the figures of a portion are computed, the database reads the next one. */
const PORTIONS_AT_ONCE = 2;

/**
 * Reads energy over time for ranges of any length, a portion of the range at a time. The figures are those of
 * `EnergyDetailsService`. An area has rows for each energy type that its meters, or the meters of the areas below it,
 * measure.
 */
@Injectable()
export class EnergySeriesService {
  constructor(
    private readonly scopes: EnergyScopeService,
    private readonly details: EnergyDetailsService,
  ) {}

  /**
   * Reads the rows, ordered by time, then by area, then by energy type.
   * @throws DomainError not_found for an unknown area
   */
  async *read(
    { areaId, energyType, interval, from, to, zone }: EnergySeriesQuery,
    figuresPerPortion = FIGURES_PER_PORTION,
  ): AsyncGenerator<EnergySeriesRow[], void, void> {
    const { selections, series } = await this.select(energyType, areaId);
    const buckets = series.length > 0 ? bucketsBetween(interval, from.getTime(), to.getTime(), zone) : [];
    const meterCount = selections.reduce((count, { meters }) => count + meters.length, 0);
    const size = Math.max(1, Math.floor(figuresPerPortion / Math.max(1, series.length, meterCount)));
    const grain = interval === 'hour' ? ('hours' as const) : ('days' as const);
    const portions = chunksOf(buckets, size).map((portion) => ({
      zone,
      grain,
      buckets: portion,
      clipped: clipBuckets(portion, from.getTime(), to.getTime()),
    }));
    const rows: AsyncIterable<EnergySeriesRow[]> = Readable.from(portions).map(
      async (portion: ClippedBuckets) => {
        const figures = new Map<EnergyType, Map<number, AreaFigure[]>>();
        for (const selection of selections)
          figures.set(selection.energyType, await this.details.figures(selection, portion));
        return rowsOf(portion.buckets, series, figures);
      },
      { concurrency: PORTIONS_AT_ONCE },
    );
    yield* rows;
  }

  /** Returns a lower bound of the number of rows. It is cheap, so a limit can be checked before the rows are read. */
  async fewestRows({ areaId, energyType, interval, from, to }: EnergySeriesQuery): Promise<number> {
    const { series } = await this.select(energyType, areaId);
    return series.length * fewestBuckets(interval, from.getTime(), to.getTime());
  }

  private async select(
    energyType: EnergyType | undefined,
    areaId: number | undefined,
  ): Promise<{ selections: EnergySelection[]; series: Series[] }> {
    const types = energyType === undefined ? ENERGY_TYPES : [energyType];
    const { areas, selectionOf } = await this.scopes.select({ areaId });
    const selections = types.map(selectionOf).filter(({ meters }) => meters.length > 0);
    return { selections, series: seriesOf(areas, selections) };
  }
}

/** The series of each area, in the order of the areas. */
function seriesOf(areas: readonly AreaEntity[], selections: readonly EnergySelection[]): Series[] {
  return areas.flatMap((area) =>
    selections
      .filter((selection) => selection.metersOf(area.id).length > 0)
      .map(({ energyType }) => ({ area, energyType, unit: energyUnit(energyType) })),
  );
}

function rowsOf(
  buckets: readonly Bucket[],
  series: readonly Series[],
  figures: ReadonlyMap<EnergyType, ReadonlyMap<number, AreaFigure[]>>,
): EnergySeriesRow[] {
  const columns = series.map(({ energyType, area }) => figures.get(energyType)?.get(area.id) ?? []);
  const rows: EnergySeriesRow[] = [];
  for (const [index, { startMs }] of buckets.entries()) {
    for (const [column, { area, energyType, unit }] of series.entries()) {
      const figure = columns[column]?.[index];
      if (!figure) continue;
      const { value, coverage, estimated } = figure;
      rows.push({ startMs, area, energyType, unit, value, coverage, estimated });
    }
  }
  return rows;
}
