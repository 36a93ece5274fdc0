import { BudgetEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

export function findBudget(manager: EntityManager, id: number): Promise<BudgetEntity | null> {
  return manager.findOneBy(BudgetEntity, { id });
}

export function findBudgetOf(
  manager: EntityManager,
  budget: Pick<BudgetEntity, 'areaId' | 'energyType' | 'year'>,
): Promise<BudgetEntity | null> {
  const { areaId, energyType, year } = budget;
  return manager.findOneBy(BudgetEntity, { areaId, energyType, year });
}

export function findBudgetsOfYear(manager: EntityManager, year: number): Promise<BudgetEntity[]> {
  return manager.find(BudgetEntity, { where: { year }, order: { id: 'ASC' } });
}

/** Reads the budget and locks it until the transaction ends. */
export function lockBudget(manager: EntityManager, id: number): Promise<BudgetEntity | null> {
  return manager.findOne(BudgetEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** Inserts the budget, or updates it if it has an id. */
export function saveBudget(manager: EntityManager, budget: BudgetEntity): Promise<BudgetEntity> {
  return manager.save(budget);
}

export async function deleteBudget(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(BudgetEntity, { id });
}
