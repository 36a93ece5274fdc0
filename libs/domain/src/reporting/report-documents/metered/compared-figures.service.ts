import { Injectable } from '@nestjs/common';
import type { Bucket } from '../../../metering/arithmetic/calendar';
import { roundedDecimal } from '../../../metering/arithmetic/exact-decimal';
import { CostsService } from '../../../metering/costs/costs.service';
import { EMISSIONS_FORMAT, EmissionsService } from '../../../metering/emissions/emissions.service';
import { CompletenessService } from '../../../metering/energy/completeness.service';
import { EnergyScopeService } from '../../../metering/energy/energy-scope.service';
import { type ComparedFigures, HourlyFiguresService } from '../../../metering/energy/hourly-figures.service';
import { amountsByRow, CommonAmountsService } from '../../../metering/rates/common-amounts.service';
import type { SectionContext } from '../section-context';
import {
  type AmountMetric,
  bucketOf,
  combinedRange,
  type MeteredPoint,
  type MeteredQuery,
  scopeQuery,
} from './metered-figures.service';

type ComparedQuery = Omit<MeteredQuery, 'span'>;

/** Two values by which periods can be compared: they contain the hours and meters that both periods have. */
export interface ComparedPair {
  now: number | null;
  before: number | null;
}

type Periods = Pick<SectionContext, 'period' | 'previous'>;

/** Digits after the decimal point of energy by which periods are compared. */
const ENERGY_PLACES = 3;

/** Compares the figures of a report with those of the previous period, see `CommonHoursService`. */
@Injectable()
export class ComparedFiguresService {
  constructor(
    private readonly scopes: EnergyScopeService,
    private readonly costs: CostsService,
    private readonly emissions: EmissionsService,
    private readonly hourly: HourlyFiguresService,
    private readonly common: CommonAmountsService,
    private readonly completeness: CompletenessService,
  ) {}

  /**
   * Returns a pair for each point of the period.
   * @param points the points of both periods, each ordered by area and then by time
   */
  async pairs(
    metric: AmountMetric,
    query: ComparedQuery,
    periods: Periods,
    points: { now: readonly MeteredPoint[]; before: readonly MeteredPoint[] },
  ): Promise<ComparedPair[]> {
    const earlier = new Map(inAreas(points.before).map((point) => [keyOf(point), point]));
    const plain = inAreas(points.now).map((now) => ({ now, before: earlier.get(keyOf(now)) }));
    const isComplete = plain.map(({ now, before }) => now.coverage === 1 && before?.coverage === 1);
    // If nothing is missing, the values themselves can be compared.
    const common = isComplete.every(Boolean) ? [] : await this.commonPairs(metric, query, periods);
    return plain.map(({ now, before }, index) =>
      isComplete[index]
        ? { now: now.value, before: before?.value ?? null }
        : (common[index] ?? { now: null, before: null }),
    );
  }

  /** Returns the hourly energy of combined areas, as `/energy/stats` does. */
  async hourlyFigures(
    query: Omit<ComparedQuery, 'interval' | 'combined'>,
    { period, previous }: Periods,
  ): Promise<ComparedFigures> {
    const { meters } = await this.scopes.scope(combinedRange({ ...query, span: period }));
    const spans = { current: bucketOf(period), previous: bucketOf(previous) };
    return this.hourly.compare(meters, spans, query.zone);
  }

  /** The point codes of the meters of these areas that are silent at the end of the period. */
  async silentMeters(
    query: Omit<ComparedQuery, 'interval' | 'combined'>,
    { period }: Pick<Periods, 'period'>,
  ): Promise<string[]> {
    const { meters } = await this.scopes.scope(combinedRange({ ...query, span: period }));
    return this.completeness.silentMeters(meters, bucketOf(period));
  }

  private async commonPairs(
    metric: AmountMetric,
    query: ComparedQuery,
    { period, previous }: Periods,
  ): Promise<ComparedPair[]> {
    const { areas, meters, metersOf, buckets, zone } = await this.scopes.scope(
      scopeQuery({ ...query, span: period }),
    );
    const earlier = await this.scopes.scope(scopeQuery({ ...query, span: previous }));
    const { schedule, places } = await this.rates(metric, query);
    const spans = { current: bucketOf(period), previous: bucketOf(previous) };
    const { now, before, ofNow, ofBefore, rates } = await this.common.read(meters, spans, zone, schedule);
    const rowsNow = rowsOf(now, buckets);
    const rowsBefore = rowsOf(before, earlier.buckets);
    const isRange = buckets.length === 1 && earlier.buckets.length === 1;
    // An hour counts if it belongs to the same row in both periods.
    const rowOf = (hour: number) => {
      if (isRange) return 0;
      return rowsNow[hour] === rowsBefore[hour] ? rowsNow[hour] : undefined;
    };
    return areas.flatMap(({ id }) => {
      const [ofPeriod, ofPrevious] = [ofNow, ofBefore].map((sums) =>
        amountsByRow(metersOf(id), sums, rates, buckets.length, rowOf).map(
          (amount) => amount && roundedDecimal(amount, places),
        ),
      );
      return buckets.map((_bucket, row) => ({
        now: ofPeriod?.[row] ?? null,
        before: ofPrevious?.[row] ?? null,
      }));
    });
  }

  private async rates(metric: AmountMetric, { energyType }: ComparedQuery) {
    if (metric === 'energy') return { schedule: undefined, places: ENERGY_PLACES };
    if (metric === 'emissions')
      return { schedule: await this.emissions.schedule(energyType), places: EMISSIONS_FORMAT.places };
    const { schedule, format } = await this.costs.pricing(energyType);
    return { schedule, places: format.places };
  }
}

/** Numbers the points of each area. */
function inAreas(points: readonly MeteredPoint[]): (MeteredPoint & { row: number })[] {
  const counts = new Map<number, number>();
  return points.map((point) => {
    const row = counts.get(point.areaId) ?? 0;
    counts.set(point.areaId, row + 1);
    return { ...point, row };
  });
}

const keyOf = ({ areaId, row }: { areaId: number; row: number }) => `${areaId} ${row}`;

/** Returns the index of the bucket in which each hour begins. */
function rowsOf(hours: readonly Bucket[], buckets: readonly Bucket[]): number[] {
  let row = 0;
  return hours.map(({ startMs }) => {
    while ((buckets[row]?.endMs ?? Number.POSITIVE_INFINITY) <= startMs) row++;
    return row;
  });
}
