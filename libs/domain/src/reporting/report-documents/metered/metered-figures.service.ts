import type { EnergyType, ReportInterval } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { CostsService } from '../../../metering/costs/costs.service';
import { EmissionsService } from '../../../metering/emissions/emissions.service';
import { EnergyDetailsService } from '../../../metering/energy/energy-details.service';
import { EnergyScopeService, type EnergyScopeQuery } from '../../../metering/energy/energy-scope.service';
import type { HourlyFigures } from '../../../metering/energy/hourly-figures';
import { HourlyFiguresService } from '../../../metering/energy/hourly-figures.service';
import {
  type RateBreakdown,
  RateBreakdownService,
} from '../../../metering/explanations/rate-breakdown.service';
import type { ReportSpan } from '../report-document';

/** Metrics whose values are amounts per bucket. */
export type AmountMetric = 'energy' | 'cost' | 'emissions';

export interface MeteredQuery {
  energyType: EnergyType;
  span: ReportSpan;
  zone: string;
  /** `range` is a single bucket: the whole span. */
  interval: ReportInterval | 'range';
  /** Undefined for all areas. */
  areaIds: readonly number[] | undefined;
  /** If true, the areas are added up, and each meter counts once. */
  combined: boolean;
}

/** A value of an area in one bucket. */
export interface MeteredPoint {
  areaId: number;
  startMs: number;
  value: number | null;
  unit: string;
  coverage: number;
  estimated: boolean;
}

/** Reads the figures of meters from the services behind `/energy/details`, `/energy/costs` and `/energy/emissions`. */
@Injectable()
export class MeteredFiguresService {
  constructor(
    private readonly scopes: EnergyScopeService,
    private readonly details: EnergyDetailsService,
    private readonly costs: CostsService,
    private readonly emissions: EmissionsService,
    private readonly hourly: HourlyFiguresService,
    private readonly rates: RateBreakdownService,
  ) {}

  /** Returns one point per area and bucket, ordered by area and then by time. */
  async points(metric: AmountMetric, query: MeteredQuery): Promise<MeteredPoint[]> {
    const scope = scopeQuery(query);
    const energy = await this.details.points(scope);
    if (metric === 'energy')
      return energy.map(({ timestamp, ...point }) => ({ ...point, startMs: Date.parse(timestamp) }));
    const rated = await (metric === 'cost' ? this.costs : this.emissions).points(scope);
    return rated.map(({ timestamp, ...point }, index) => ({
      ...point,
      startMs: Date.parse(timestamp),
      estimated: energy[index]?.estimated ?? false,
    }));
  }

  /** Returns the single value of combined areas in a span. */
  async total(
    metric: AmountMetric,
    query: Omit<MeteredQuery, 'interval' | 'combined'>,
  ): Promise<MeteredPoint> {
    const [point] = await this.points(metric, { ...query, interval: 'range', combined: true });
    if (!point) throw new Error('The figures of the combined areas are missing.');
    return point;
  }

  /** Returns mean and peak of the hourly energy of combined areas, as `/energy/stats` does. */
  async hourlyFigures(
    query: Omit<MeteredQuery, 'interval' | 'combined' | 'span'>,
    { period, previous }: { period: ReportSpan; previous: ReportSpan },
  ): Promise<{ now: HourlyFigures; before: HourlyFigures }> {
    const { meters } = await this.scopes.scope(combinedRange({ ...query, span: period }));
    const spans = { current: bucketOf(period), previous: bucketOf(previous) };
    return this.hourly.compare(meters, spans, query.zone);
  }

  /** Splits the cost of combined areas into one amount per price. The amounts add up to the cost. */
  async costsByPrice(query: Omit<MeteredQuery, 'interval' | 'combined'>): Promise<RateBreakdown> {
    const { energyType, span, zone } = query;
    const { meters } = await this.scopes.scope(combinedRange(query));
    return this.rates.breakDown('cost', energyType, { meters, period: bucketOf(span), zone });
  }

  /** The number of meters behind the figures of these areas. */
  async meterCount(query: Omit<MeteredQuery, 'interval' | 'combined'>): Promise<number> {
    const { meters } = await this.scopes.scope(combinedRange(query));
    return meters.length;
  }
}

/** The query for all areas together, with the whole span as its only bucket. */
export function combinedRange(query: Omit<MeteredQuery, 'interval' | 'combined'>): EnergyScopeQuery {
  return scopeQuery({ ...query, interval: 'range', combined: true });
}

function scopeQuery({ span, zone, areaIds, ...query }: MeteredQuery): EnergyScopeQuery {
  return {
    ...query,
    ...(areaIds !== undefined && { areaIds }),
    from: new Date(span.fromMs).toISOString(),
    to: new Date(span.toMs).toISOString(),
    timezone: zone,
  };
}

function bucketOf({ fromMs, toMs }: ReportSpan): { startMs: number; endMs: number } {
  return { startMs: fromMs, endMs: toMs };
}
