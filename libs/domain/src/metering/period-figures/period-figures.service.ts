import type { EnergyType } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import type { Bucket, BucketInterval } from '../arithmetic/calendar';
import { energyUnit } from '../arithmetic/meter-arithmetic';
import { EnergyDetailsService } from '../energy/energy-details.service';
import { EnergyStatsService } from '../energy/energy-stats.service';
import { type PeriodRange, spansOf } from '../energy/figure-period';
import { type PeriodFigures, type PeriodPoint, type PeriodScope, scopeQuery } from './period-scope';
import { type AmountMetric, RatedPeriodsService } from './rated-periods.service';
import { type TargetMetric, TargetPeriodsService } from './target-periods.service';

export interface PeriodFiguresQuery extends PeriodRange {
  metric: 'energy' | AmountMetric | TargetMetric;
  /** The id of an area. If omitted, the figures cover the whole site. */
  areaId?: number;
  /** Default: electricity. */
  energyType?: EnergyType;
  /** If set, the figures include one point per bucket. */
  interval?: BucketInterval;
}

/**
 * Returns the energy, cost or emissions of a local period. The figures are those of `/energy/stats`, `/energy/details`,
 * `/energy/costs` and `/energy/emissions`, with all areas added up, each meter once. The demand, and the comparisons with
 * a baseline and a budget, are those of one area.
 */
@Injectable()
export class PeriodFiguresService {
  constructor(
    private readonly stats: EnergyStatsService,
    private readonly details: EnergyDetailsService,
    private readonly rated: RatedPeriodsService,
    private readonly targets: TargetPeriodsService,
    private readonly configuration: ConfigurationService,
  ) {}

  /**
   * @param nowMs the time at which the current period ends
   * @throws DomainError invalid for a range that is missing, empty or too long, not_found for an unknown area; see also
   *   `TargetPeriodsService`
   */
  async figures(query: PeriodFiguresQuery, nowMs: number): Promise<PeriodFigures> {
    const { metric, areaId, energyType = 'electricity', interval } = query;
    const zone = await this.configuration.timezone();
    const spans = spansOf(query, nowMs, zone);
    const scope = { areaId, energyType, zone };
    if (metric === 'demand' || metric === 'baseline' || metric === 'budget')
      return this.targets.figures(metric, scope, spans.current);
    if (metric !== 'energy') return this.rated.figures(metric, scope, spans, interval);
    const stats = await this.stats.ofSpans(scope, spans, zone);
    const points = interval && (await this.points(scope, spans.current, interval));
    return {
      ...stats,
      unit: energyUnit(energyType),
      ...(points && { points }),
    };
  }

  private async points(scope: PeriodScope, span: Bucket, interval: BucketInterval): Promise<PeriodPoint[]> {
    if (span.startMs >= span.endMs) return [];
    const points = await this.details.points(scopeQuery(scope, span, interval));
    return points.map(({ timestamp, value, coverage }) => ({ timestamp, value, coverage }));
  }
}
