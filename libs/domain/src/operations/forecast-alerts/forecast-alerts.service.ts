import { type BudgetEntity, type EnergyContractEntity, inTransaction } from '@app/entities';
import { Actor, Clock, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type DemandForecast, DemandForecastsService } from '../../metering/bills/demand-forecasts.service';
import { type BudgetState, BudgetStatesService } from '../../metering/budgets/budget-states.service';
import { energyUnit } from '../../metering/arithmetic/meter-arithmetic';
import type { Occurrence } from '../../platform/occurrences/occurrence';
import { OccurrencesService } from '../../platform/occurrences/occurrences.service';
import type { AlertRaise } from '../alerts/alert-raise';
import { AlertWriter } from '../alerts/alert-writer';

/** A limit, with its expected value. */
interface Forecast {
  originator: string;
  /** Null if it is not known. */
  willMiss: boolean | null;
  occurrence: Occurrence;
  raise: Omit<AlertRaise, 'source' | 'type' | 'originator' | 'at'>;
}

type ForecastKind = 'budget' | 'demand';

/** Raises alerts for budgets that will be missed, and for contract powers that will be exceeded. */
@Injectable()
export class ForecastAlertsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly budgets: BudgetStatesService,
    private readonly demands: DemandForecastsService,
    private readonly writer: AlertWriter,
    private readonly occurrences: OccurrencesService,
    private readonly clock: Clock,
  ) {}

  /** Checks the current month of all budgets. Each month has its own alert. */
  async checkBudgets(signal?: AbortSignal): Promise<void> {
    const states = await this.budgets.current(signal);
    await this.follow('budget', states.map(budgetForecast));
  }

  /** Checks the running demand window of all contracts with a contract power. */
  async checkDemand(signal?: AbortSignal): Promise<void> {
    const forecasts = await this.demands.all(signal);
    await this.follow('demand', forecasts.map(demandForecast));
  }

  /**
   * Raises an alert once for each limit that will be missed, with an event. Clears it when the limit will not be missed
   * any more, or is not checked any more. While there is no forecast, an alert stays as it is.
   */
  private async follow(type: ForecastKind, forecasts: readonly Forecast[]): Promise<void> {
    const kind = { source: 'rule', type } as const;
    const actor = Actor.system(`${type}s`);
    const known = new Map(forecasts.map((forecast) => [forecast.originator, forecast]));
    const at = this.clock.now();
    const changes = await inTransaction(this.dataSource, async (manager) => {
      const active = await this.writer.activeOriginators(manager, kind);
      const ended = active.filter(
        (originator) => !known.has(originator) || known.get(originator)?.willMiss === false,
      );
      const begun = forecasts.filter(({ originator, willMiss }) => willMiss && !active.includes(originator));
      await this.occurrences.record(
        manager,
        begun.map(({ occurrence }) => occurrence),
      );
      const clears = ended.map((originator) => ({ ...kind, originator, at }));
      const raises = begun.map(({ originator, raise }) => ({ ...kind, originator, at, ...raise }));
      return [
        ...(await this.writer.clear(manager, clears, actor)),
        ...(await this.writer.raise(manager, raises, actor)),
      ];
    });
    this.writer.publish(changes);
  }
}

function budgetForecast({
  budget: { id, areaId, energyType, year },
  state,
}: {
  budget: BudgetEntity;
  state: BudgetState;
}): Forecast {
  const { budget, actual, forecast, willMiss } = state;
  const month = `${year}-${String(state.month).padStart(2, '0')}`;
  const value = forecast ?? actual;
  const values = { month, forecast: value ?? 0, budget, unit: energyUnit(energyType) };
  const fields = { budgetId: id, areaId, energyType, month, budget, actual, forecast };
  return {
    originator: `budget:${id}:${month}`,
    willMiss,
    occurrence: { kind: 'event', name: 'budget.missed', payload: { event: 'budget.missed', ...fields } },
    raise: {
      severity: 'minor',
      title: say('budget_missed', { month }),
      message: say('budget_missed_by', values),
      areaId,
      value,
      threshold: budget,
    },
  };
}

function demandForecast({
  contract: { id, name, areaId, energyType },
  forecast,
}: {
  contract: EnergyContractEntity;
  forecast: DemandForecast;
}): Forecast {
  const { windowStart, windowMinutes, expectedKw, contractKw, willExceed } = forecast;
  const unit = energyUnit(energyType) === 'kWh' ? 'kW' : 'm³/h';
  const values = { expected: expectedKw ?? 0, contract: contractKw ?? 0, minutes: windowMinutes, unit };
  const fields = { contractId: id, areaId, energyType, windowStart, windowMinutes, expectedKw, contractKw };
  return {
    originator: `contract:${id}`,
    willMiss: contractKw === null ? false : willExceed,
    occurrence: { kind: 'event', name: 'demand.expected', payload: { event: 'demand.expected', ...fields } },
    raise: {
      severity: 'major',
      title: say('demand_expected', { name }),
      message: say('demand_expected_by', values),
      areaId,
      value: expectedKw,
      threshold: contractKw,
    },
  };
}
