import { Injectable } from '@nestjs/common';
import type { Bucket, BucketInterval } from '../arithmetic/calendar';
import type { ComparedSpans } from '../arithmetic/compared-spans';
import { coverageOf } from '../arithmetic/coverage';
import { roundedDecimal } from '../arithmetic/exact-decimal';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { roundedHalfUp } from '../arithmetic/rounded';
import { CostsService, type Pricing } from '../costs/costs.service';
import { EMISSIONS_FORMAT, EmissionsService } from '../emissions/emissions.service';
import { CompletenessService } from '../energy/completeness.service';
import { EnergyScopeService } from '../energy/energy-scope.service';
import type { PeriodComparison } from '../energy/energy-stats.service';
import { changesBetween } from '../energy/hourly-figures';
import type { SummedMeter } from '../meters/energy-sums.service';
import { amountsByRow, CommonAmountsService } from '../rates/common-amounts.service';
import type { RatedSums } from '../rates/rated-energy';
import { type RatedPoint, RatedPointsService } from '../rates/rated-points.service';
import { type HourlyAmounts, hourlyAmounts } from './hourly-amounts';
import { type PeriodFigures, type PeriodScope, scopeQuery } from './period-scope';

export type AmountMetric = 'cost' | 'emissions';

/** Extra decimals of hourly amounts, because the mean of rounded amounts would be inexact. */
const EXTRA_PLACES = 6;

interface SpanFigures extends HourlyAmounts {
  total: number | null;
}

const lengthOf = (hour: Bucket | undefined) => (hour ? hour.endMs - hour.startMs : 0);

/** Computes the cost and the emissions of periods. */
@Injectable()
export class RatedPeriodsService {
  constructor(
    private readonly scopes: EnergyScopeService,
    private readonly rated: RatedPointsService,
    private readonly costs: CostsService,
    private readonly emissions: EmissionsService,
    private readonly common: CommonAmountsService,
    private readonly completeness: CompletenessService,
  ) {}

  /** @throws DomainError invalid for a range that is too long, not_found for an unknown area */
  async figures(
    metric: AmountMetric,
    scope: PeriodScope,
    spans: ComparedSpans,
    interval?: BucketInterval,
  ): Promise<PeriodFigures> {
    const { current } = spans;
    const rates = await this.rates(metric, scope);
    const now = await this.span(scope, rates, current);
    const points = interval && (await this.points(scope, rates, current, interval));
    const { places, unit } = rates.format;
    const rounded = (value: number | null) => (value === null ? null : roundedHalfUp(value, places));
    const { meters } = (await this.scopes.select(scope)).selectionOf(scope.energyType);
    return {
      ...now,
      avg: rounded(now.avg),
      peak: rounded(now.peak),
      unit,
      ...(await this.completeness.of(meters, current, scope.zone)),
      comparedToLastPeriod: await this.comparison(meters, spans, scope, rates),
      ...(points && {
        points: points.map(({ timestamp, value, coverage }) => ({ timestamp, value, coverage })),
      }),
    };
  }

  private async comparison(
    meters: readonly SummedMeter[],
    spans: ComparedSpans,
    { zone }: PeriodScope,
    { schedule, format }: Pricing,
  ): Promise<PeriodComparison> {
    const common = await this.common.read(meters, spans, zone, schedule);
    const figures = (hours: readonly Bucket[], sums: RatedSums) => {
      const [total = null] = amountsByRow(meters, sums, common.rates, 1, () => 0);
      const amounts = amountsByRow(meters, sums, common.rates, hours.length, (hour) => hour);
      const points = amounts.map((amount, index) => ({
        timestamp: new Date(hours[index]?.startMs ?? 0).toISOString(),
        value: amount && roundedDecimal(amount, format.places + EXTRA_PLACES),
      }));
      const isWhole = (index: number) => lengthOf(hours[index]) === HOUR_MS;
      return {
        total: total && roundedDecimal(total, format.places),
        ...hourlyAmounts(points, isWhole),
      };
    };
    const changes = changesBetween(
      figures(common.now, common.ofNow),
      figures(common.before, common.ofBefore),
    );
    const wholeMs = (spans.current.endMs - spans.current.startMs) * meters.length;
    return { ...changes, coverage: coverageOf(common.comparedMs, wholeMs) };
  }

  private async rates(metric: AmountMetric, { energyType }: PeriodScope): Promise<Pricing> {
    if (metric === 'cost') return this.costs.pricing(energyType);
    return { schedule: await this.emissions.schedule(energyType), format: EMISSIONS_FORMAT };
  }

  private async span(scope: PeriodScope, rates: Pricing, span: Bucket): Promise<SpanFigures> {
    const { schedule, format } = rates;
    const [whole] = await this.points(scope, rates, span, 'range');
    if (!whole) return { total: null, ...hourlyAmounts([], () => false) };
    const hourly = await this.scopes.scope(scopeQuery(scope, span, 'hour'));
    const finer = { ...format, places: format.places + EXTRA_PLACES };
    const hours = await this.rated.points(hourly, schedule, finer);
    const isWhole = (index: number) => {
      const { startMs = 0, endMs = 0 } = hourly.buckets[index] ?? {};
      return startMs >= span.startMs && endMs <= span.endMs;
    };
    return {
      total: whole.value,
      ...hourlyAmounts(hours, isWhole),
    };
  }

  private async points(
    scope: PeriodScope,
    { schedule, format }: Pricing,
    span: Bucket,
    interval: BucketInterval | 'range',
  ): Promise<RatedPoint[]> {
    if (span.startMs >= span.endMs) return [];
    return this.rated.points(await this.scopes.scope(scopeQuery(scope, span, interval)), schedule, format);
  }
}
