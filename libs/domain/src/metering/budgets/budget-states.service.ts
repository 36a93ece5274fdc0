import type { BudgetEntity } from '@app/entities';
import { Clock, type Message } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { type Bucket, bucketsBetween, localDate, startOfDate } from '../arithmetic/calendar';
import { toKwh } from '../arithmetic/meter-arithmetic';
import { roundedEnergy } from '../arithmetic/rounded';
import { BaselineSavingsService } from '../baselines/baseline-savings.service';
import { areaFigures } from '../energy/area-figures';
import { type ProfileHour, profileHours } from '../energy/energy-profiles';
import { EnergyScopeService } from '../energy/energy-scope.service';
import { EnergySumsService, type SummedMeter } from '../meters/energy-sums.service';
import { type ForecastMethod, forecastMonth } from './budget-forecast';
import { BudgetsService } from './budgets.service';

/** How a month of a budget goes. Energies are in kWh (m³ for water) with three decimals. */
export interface BudgetState {
  /** 1 to 12. */
  month: number;
  budget: number;
  /** The energy of the month so far; null if nothing was measured. */
  actual: number | null;
  /** The measured share of the month so far, see `coverageOf`. */
  coverage: number;
  /** The share of the budget for the time that has passed. */
  expected: number;
  /** The expected energy of the whole month; null if it is not known, see `missing`. */
  forecast: number | null;
  /** Null if there is no forecast and the actual energy is within the budget. */
  willMiss: boolean | null;
  method: ForecastMethod | null;
  missing: Message | null;
}

/** Days from which typical days are computed: 8 weeks. */
const RECENT_DAYS = 56;

/** Compares budgets with the energy of their areas. */
@Injectable()
export class BudgetStatesService {
  constructor(
    private readonly budgets: BudgetsService,
    private readonly scopes: EnergyScopeService,
    private readonly sums: EnergySumsService,
    private readonly savings: BaselineSavingsService,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /**
   * @param month 1 to 12. Default: the current month, the last month of a past year, or the first month of a future year
   * @throws DomainError not_found
   */
  async state(id: number, month?: number): Promise<BudgetState> {
    const budget = await this.budgets.find(id);
    const today = localDate(this.clock.nowMs(), await this.configuration.timezone());
    const byYear = budget.year < today.year ? 12 : 1;
    return this.stateOf(budget, month ?? (budget.year === today.year ? today.month : byYear));
  }

  /**
   * Returns the state of the budget of an area in the local month of `atMs`.
   * @throws DomainError not_found
   */
  async stateAt(
    atMs: number,
    { areaId, energyType }: Pick<BudgetEntity, 'areaId' | 'energyType'>,
  ): Promise<BudgetState> {
    const { year, month } = localDate(atMs, await this.configuration.timezone());
    return this.stateOf(await this.budgets.findOf({ areaId, energyType, year }), month);
  }

  /** Returns the budgets of the current year, each with the state of the current month. */
  async current(signal?: AbortSignal): Promise<{ budget: BudgetEntity; state: BudgetState }[]> {
    const today = localDate(this.clock.nowMs(), await this.configuration.timezone());
    const states: { budget: BudgetEntity; state: BudgetState }[] = [];
    for (const budget of await this.budgets.ofYear(today.year)) {
      signal?.throwIfAborted();
      states.push({ budget, state: await this.stateOf(budget, today.month) });
    }
    return states;
  }

  private async stateOf(
    { areaId, energyType, year, months }: BudgetEntity,
    month: number,
  ): Promise<BudgetState> {
    const zone = await this.configuration.timezone();
    const span = monthOf(year, month, zone);
    const nowMs = this.clock.nowMs();
    const untilMs = Math.max(span.startMs, Math.min(nowMs, span.endMs));
    const { meters } = await this.scopes.scope({
      areaId,
      energyType,
      from: new Date(span.startMs).toISOString(),
      to: new Date(span.endMs).toISOString(),
      interval: 'range',
    });
    const passed = { startMs: span.startMs, endMs: untilMs };
    const { value, coverage } = await this.energy(meters, passed, zone);
    const recentEndMs = Math.min(nowMs, span.endMs);
    const recent = {
      startMs: startOfDate(localDate(recentEndMs, zone).subtract({ days: RECENT_DAYS }), zone),
      endMs: recentEndMs,
    };
    const hours = await this.hours(meters, span, zone);
    const today = localDate(nowMs, zone).toString();
    const coming = hours.filter(({ energyMwh, date }) => energyMwh === null && date >= today);
    const dates = [...new Set(coming.map(({ date }) => date))];
    const { energyMwh, method, missing } = forecastMonth(
      hours,
      await this.hours(meters, recent, zone),
      await this.savings.usualChanges({ areaId, energyType }, recent, dates, zone),
    );
    const budget = roundedEnergy(months[month - 1] ?? 0);
    const [actual, forecast] = [
      roundedEnergy(value),
      energyMwh === null ? null : roundedEnergy(toKwh(energyMwh)),
    ];
    return {
      month,
      budget,
      actual,
      coverage,
      expected: roundedEnergy((budget * (untilMs - span.startMs)) / (span.endMs - span.startMs)),
      forecast,
      willMiss: forecast === null ? (actual ?? 0) > budget || null : forecast > budget,
      method,
      missing,
    };
  }

  private async energy(
    meters: readonly SummedMeter[],
    passed: Bucket,
    zone: string,
  ): Promise<{ value: number | null; coverage: number }> {
    if (passed.startMs === passed.endMs) return { value: null, coverage: 0 };
    const sums = await this.sums.byMeter(meters, [passed], zone, 'days');
    return areaFigures([passed], [...sums.values()])[0] ?? { value: null, coverage: 0 };
  }

  /** Returns the whole local hours of a range. The sum of an hour in the future is unknown. */
  private async hours(meters: readonly SummedMeter[], range: Bucket, zone: string): Promise<ProfileHour[]> {
    const hours = bucketsBetween('hour', range.startMs, range.endMs, zone);
    return profileHours(hours, await this.sums.ofAll(meters, hours), zone);
  }
}

function monthOf(year: number, month: number, zone: string): Bucket {
  // The middle of a month is in the same month of every zone.
  const middleMs = Date.UTC(year, month - 1, 15);
  return (
    bucketsBetween('month', middleMs, middleMs + 1, zone)[0] ?? { startMs: middleMs, endMs: middleMs + 1 }
  );
}
