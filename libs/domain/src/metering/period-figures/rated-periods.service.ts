import { Injectable } from '@nestjs/common';
import type { Bucket, BucketInterval } from '../arithmetic/calendar';
import type { ComparedSpans } from '../arithmetic/compared-spans';
import { roundedHalfUp, roundedPercent } from '../arithmetic/rounded';
import { CostsService, type Pricing } from '../costs/costs.service';
import { EMISSIONS_FORMAT, EmissionsService } from '../emissions/emissions.service';
import { EnergyScopeService } from '../energy/energy-scope.service';
import { percentChange } from '../energy/hourly-figures';
import { type RatedPoint, RatedPointsService } from '../rates/rated-points.service';
import { type HourlyAmounts, hourlyAmounts } from './hourly-amounts';
import { type PeriodFigures, type PeriodScope, scopeQuery } from './period-scope';

export type AmountMetric = 'cost' | 'emissions';

/** Extra decimals of hourly amounts, because the mean of rounded amounts would be inexact. */
const EXTRA_PLACES = 6;

interface SpanFigures extends HourlyAmounts {
  total: number | null;
  coverage: number;
}

/** Computes the cost and the emissions of periods. */
@Injectable()
export class RatedPeriodsService {
  constructor(
    private readonly scopes: EnergyScopeService,
    private readonly rated: RatedPointsService,
    private readonly costs: CostsService,
    private readonly emissions: EmissionsService,
  ) {}

  /** @throws DomainError invalid for a range that is too long, not_found for an unknown area */
  async figures(
    metric: AmountMetric,
    scope: PeriodScope,
    { current, previous }: ComparedSpans,
    interval?: BucketInterval,
  ): Promise<PeriodFigures> {
    const rates = await this.rates(metric, scope);
    const now = await this.span(scope, rates, current);
    const before = await this.span(scope, rates, previous);
    const points = interval && (await this.points(scope, rates, current, interval));
    const change = (of: 'total' | 'avg' | 'peak') => roundedPercent(percentChange(now[of], before[of]));
    const { places, unit } = rates.format;
    const rounded = (value: number | null) => (value === null ? null : roundedHalfUp(value, places));
    return {
      ...now,
      avg: rounded(now.avg),
      peak: rounded(now.peak),
      unit,
      comparedToLastPeriod: { total: change('total'), avg: change('avg'), peak: change('peak') },
      ...(points && {
        points: points.map(({ timestamp, value, coverage }) => ({ timestamp, value, coverage })),
      }),
    };
  }

  private async rates(metric: AmountMetric, { energyType }: PeriodScope): Promise<Pricing> {
    if (metric === 'cost') return this.costs.pricing(energyType);
    return { schedule: await this.emissions.schedule(energyType), format: EMISSIONS_FORMAT };
  }

  private async span(scope: PeriodScope, rates: Pricing, span: Bucket): Promise<SpanFigures> {
    const { schedule, format } = rates;
    const [whole] = await this.points(scope, rates, span, 'range');
    if (!whole) return { total: null, coverage: 0, ...hourlyAmounts([], () => false) };
    const hourly = await this.scopes.scope(scopeQuery(scope, span, 'hour'));
    const finer = { ...format, places: format.places + EXTRA_PLACES };
    const hours = await this.rated.points(hourly, schedule, finer);
    const isWhole = (index: number) => {
      const { startMs = 0, endMs = 0 } = hourly.buckets[index] ?? {};
      return startMs >= span.startMs && endMs <= span.endMs;
    };
    return {
      total: whole.value,
      coverage: whole.coverage,
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
