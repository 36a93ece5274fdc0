import { requireRow } from '@app/entities';
import { DomainError, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Bucket } from '../arithmetic/calendar';
import { energyUnit } from '../arithmetic/meter-arithmetic';
import { roundedEnergy } from '../arithmetic/rounded';
import { BaselineSavingsService } from '../baselines/baseline-savings.service';
import { BaselinesService } from '../baselines/baselines.service';
import { BudgetStatesService } from '../budgets/budget-states.service';
import { CompletenessService } from '../energy/completeness.service';
import { DemandService } from '../energy/demand.service';
import { EnergyScopeService } from '../energy/energy-scope.service';
import type { PeriodFigures, PeriodScope } from './period-scope';

/** Figures of an area that are no sums of its hours. */
export type TargetMetric = 'demand' | 'baseline' | 'budget';

type AreaScope = PeriodScope & { areaId: number };

const NOT_COMPARED: Omit<PeriodFigures, 'unit'> = {
  total: null,
  avg: null,
  peak: null,
  peakTime: null,
  coverage: 0,
  silentMeters: [],
  comparedToLastPeriod: { total: null, avg: null, peak: null, coverage: 0 },
};

/** Computes the demand of an area, and compares its energy with its baseline or its budget. */
@Injectable()
export class TargetPeriodsService {
  constructor(
    private readonly demands: DemandService,
    private readonly baselines: BaselinesService,
    private readonly savings: BaselineSavingsService,
    private readonly budgets: BudgetStatesService,
    private readonly scopes: EnergyScopeService,
    private readonly completeness: CompletenessService,
  ) {}

  /**
   * @throws DomainError invalid without an area, for a range that is too long, and for a baseline whose reporting period
   *   begins later; not_found for an unknown area, and without a baseline or budget of the area
   */
  async figures(metric: TargetMetric, scope: PeriodScope, span: Bucket): Promise<PeriodFigures> {
    const { areaId, energyType } = scope;
    if (areaId === undefined) throw DomainError.ofField('areaId', say('required_for', { name: metric }));
    const ofArea = { ...scope, areaId };
    const unit = energyUnit(energyType);
    if (metric === 'budget') return { ...(await this.budget(ofArea, span)), unit };
    if (span.startMs >= span.endMs) return { ...NOT_COMPARED, unit };
    const { meters } = (await this.scopes.select(scope)).selectionOf(energyType);
    const measured = await this.completeness.of(meters, span, scope.zone);
    if (metric === 'demand') return { ...(await this.demand(ofArea, span)), ...measured };
    return { ...(await this.baseline(ofArea, span)), ...measured, unit };
  }

  private async demand({ areaId, energyType }: AreaScope, span: Bucket): Promise<PeriodFigures> {
    const points = await this.demands.demand({ areaId, energyType, ...rangeOf(span), interval: 'year' });
    const [highest] = points.toSorted(
      (one, other) => (other.peakKw ?? -Infinity) - (one.peakKw ?? -Infinity),
    );
    return {
      ...NOT_COMPARED,
      peak: highest?.peakKw ?? null,
      peakTime: highest?.peakTime ?? null,
      unit: energyType === 'water' ? 'm³/h' : 'kW',
    };
  }

  private async baseline({ areaId, energyType }: AreaScope, span: Bucket) {
    const { id } = await requireRow(this.baselines.newestOfDays(areaId, energyType), 'The baseline');
    const { points, saving } = await this.savings.savings(id, { ...rangeOf(span), interval: 'month' });
    const sumOf = (figure: 'actual' | 'expected') =>
      saving && roundedEnergy(points.reduce((sum, point) => sum + (point[figure] ?? 0), 0));
    return {
      ...NOT_COMPARED,
      total: sumOf('expected'),
      actual: sumOf('actual'),
      saving: saving && {
        kwh: saving.kwh,
        percent: saving.percent,
        uncertaintyPercent: saving.uncertaintyPercent,
      },
    };
  }

  private async budget(scope: AreaScope, { startMs }: Bucket) {
    const { budget, actual, forecast, willMiss, coverage } = await this.budgets.stateAt(startMs, scope);
    return { ...NOT_COMPARED, total: budget, coverage, actual, forecast, willMiss };
  }
}

const rangeOf = ({ startMs, endMs }: Bucket) => ({
  from: new Date(startMs).toISOString(),
  to: new Date(endMs).toISOString(),
});
