import { type BudgetEntity, inTransaction } from '@app/entities';
import { Actor, Clock, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type BudgetState, BudgetStatesService } from '../../metering/budgets/budget-states.service';
import { energyUnit } from '../../metering/arithmetic/meter-arithmetic';
import type { Occurrence } from '../../platform/occurrences/occurrence';
import { OccurrencesService } from '../../platform/occurrences/occurrences.service';
import type { AlertOrigin } from '../alerts/alert-origin';
import type { AlertRaise } from '../alerts/alert-raise';
import { AlertWriter } from '../alerts/alert-writer';

const BUDGETS = Actor.system('budgets');
const KIND = { source: 'rule', type: 'budget' } as const;

/** Raises an alert for each month of a budget that will be missed. */
@Injectable()
export class BudgetAlertsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly states: BudgetStatesService,
    private readonly writer: AlertWriter,
    private readonly occurrences: OccurrencesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks the current month of all budgets. Raises an alert once, with an event, and clears it when the month will not be missed any
   * more, has ended, or has no budget. While there is no forecast, an alert stays as it is.
   */
  async check(signal?: AbortSignal): Promise<void> {
    const states = await this.states.current(signal);
    const known = new Map(states.map((entry) => [originOf(entry).originator, entry]));
    const at = this.clock.now();
    const changes = await inTransaction(this.dataSource, async (manager) => {
      const active = await this.writer.activeOriginators(manager, KIND);
      const ended = active.filter((originator) => isOver(known.get(originator)));
      const begun = [...known].filter(
        ([originator, { state }]) => state.willMiss && !active.includes(originator),
      );
      const missed = begun.map(([, entry]) => occurrenceOf(entry));
      await this.occurrences.record(manager, missed);
      return [
        ...(await this.writer.clear(
          manager,
          ended.map((originator) => ({ ...KIND, originator, at })),
          BUDGETS,
        )),
        ...(await this.writer.raise(
          manager,
          begun.map(([, entry]) => raiseOf(entry, at)),
          BUDGETS,
        )),
      ];
    });
    this.writer.publish(changes);
  }
}

interface Checked {
  budget: BudgetEntity;
  state: BudgetState;
}

function isOver(checked: Checked | undefined): boolean {
  return !checked || checked.state.willMiss === false;
}

/** Each month has its own alert. */
function originOf({ budget: { id, year }, state: { month } }: Checked): AlertOrigin {
  return { ...KIND, originator: `budget:${id}:${monthText(year, month)}` };
}

function occurrenceOf({ budget: { id, areaId, energyType, year }, state }: Checked): Occurrence {
  const { budget, actual, forecast } = state;
  const month = monthText(year, state.month);
  const fields = { budgetId: id, areaId, energyType, month, budget, actual, forecast };
  return { kind: 'event', name: 'budget.missed', payload: { event: 'budget.missed', ...fields } };
}

function raiseOf(checked: Checked, at: Date): AlertRaise {
  const { areaId, energyType, year } = checked.budget;
  const { budget, actual, forecast, month } = checked.state;
  const value = forecast ?? actual;
  const values = {
    month: monthText(year, month),
    forecast: value ?? 0,
    budget,
    unit: energyUnit(energyType),
  };
  return {
    ...originOf(checked),
    severity: 'minor',
    title: say('budget_missed', { month: values.month }).message,
    message: say('budget_missed_by', values).message,
    areaId,
    value,
    threshold: budget,
    at,
  };
}

function monthText(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}
