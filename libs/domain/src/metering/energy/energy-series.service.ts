import type { AreaEntity, EnergyType } from '@app/entities';
import { chunksOf, readAhead } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { type Bucket, type BucketInterval, bucketsBetween, fewestBuckets } from '../arithmetic/calendar';
import { energyUnit } from '../arithmetic/meter-arithmetic';
import { type AreaFigure, clipBuckets } from './area-figures';
import { EnergyDetailsService } from './energy-details.service';
import { EnergyScopeService, type EnergySelection } from './energy-scope.service';

export interface EnergySeriesQuery {
  areaId?: number;
  /** By default all types. */
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
/** Maximum number of figures, and of stored hours of meters, in memory at the same time. Each takes about 1 KB. */
const FIGURES_AT_ONCE = 10_000;

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
    figuresAtOnce = FIGURES_AT_ONCE,
  ): AsyncGenerator<EnergySeriesRow[], void, void> {
    const { selections, series } = await this.select(energyType, areaId);
    const buckets = series.length > 0 ? bucketsBetween(interval, from.getTime(), to.getTime(), zone) : [];
    const meterCount = selections.reduce((count, { meters }) => count + meters.length, 0);
    const size = Math.max(1, Math.floor(figuresAtOnce / Math.max(1, series.length, meterCount)));
    const grain = interval === 'hour' ? ('hours' as const) : ('days' as const);
    const portions = chunksOf(buckets, size).map((portion) => ({
      zone,
      grain,
      buckets: portion,
      clipped: clipBuckets(portion, from.getTime(), to.getTime()),
    }));
    const { details } = this;
    yield* readAhead(
      (async function* () {
        for (const portion of portions) {
          const figures = new Map<EnergyType, Map<number, AreaFigure[]>>();
          for (const selection of selections)
            figures.set(selection.energyType, await details.figures(selection, portion));
          yield rowsOf(portion.buckets, series, figures);
        }
      })(),
    );
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
