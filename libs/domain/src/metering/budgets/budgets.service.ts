import { BudgetEntity, inTransaction, isDuplicateKey, pageOf, requireRow } from '@app/entities';
import { type Actor, DomainError, type Page, type PageRequest, say, unknownRecord } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { AreasService } from '../areas/areas.service';
import {
  deleteBudget,
  findBudget,
  findBudgetOf,
  findBudgetsOfYear,
  lockBudget,
  saveBudget,
} from './budgets.queries';

/** Changes of a budget. Omitted fields keep their value. */
export type BudgetChanges = Partial<Omit<BudgetEntity, 'id'>>;

/** A new budget. The energy type is electricity by default. */
export type BudgetInput = BudgetChanges & Pick<BudgetEntity, 'areaId' | 'year' | 'months'>;

const NAME = 'The budget';

/** Creates, reads, updates and deletes budgets. */
@Injectable()
export class BudgetsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly areas: AreasService,
    private readonly audit: AuditService,
  ) {}

  list(request: PageRequest): Promise<Page<BudgetEntity>> {
    return pageOf(this.dataSource.manager, BudgetEntity, request);
  }

  /** Returns all budgets of a year, oldest first. */
  ofYear(year: number): Promise<BudgetEntity[]> {
    return findBudgetsOfYear(this.dataSource.manager, year);
  }

  /** @throws DomainError not_found */
  find(id: number): Promise<BudgetEntity> {
    return requireRow(findBudget(this.dataSource.manager, id), NAME);
  }

  /** Returns the budget of an area for a year. @throws DomainError not_found */
  findOf(budget: Pick<BudgetEntity, 'areaId' | 'energyType' | 'year'>): Promise<BudgetEntity> {
    return requireRow(findBudgetOf(this.dataSource.manager, budget), NAME);
  }

  /** @throws DomainError invalid for an unknown area, budget_exists for a second budget of an area, type and year */
  create(actor: Actor, input: BudgetInput): Promise<BudgetEntity> {
    return this.write(async (manager) => {
      const budget = Object.assign(new BudgetEntity(), { energyType: 'electricity' }, input);
      const after = await this.save(manager, budget);
      const record = { action: 'budget.created', target: `budget ${after.id}`, after };
      await this.audit.record(actor, record, manager);
      return after;
    });
  }

  /** @throws the errors of `create`, and DomainError not_found */
  change(actor: Actor, id: number, changes: BudgetChanges): Promise<BudgetEntity> {
    return this.write(async (manager) => {
      const before = await requireRow(lockBudget(manager, id), NAME);
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      const budget = Object.assign(new BudgetEntity(), before, Object.fromEntries(given));
      const after = await this.save(manager, budget);
      const change = { action: 'budget.changed', target: `budget ${id}`, before, after };
      await this.audit.recordChange(actor, change, manager);
      return after;
    });
  }

  /** @throws DomainError not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockBudget(manager, id), NAME);
      await deleteBudget(manager, id);
      const record = { action: 'budget.removed', target: `budget ${id}`, before };
      await this.audit.record(actor, record, manager);
    });
  }

  private async save(manager: EntityManager, budget: BudgetEntity): Promise<BudgetEntity> {
    if (!(await this.areas.hasArea(manager, budget.areaId)))
      throw DomainError.ofField('areaId', unknownRecord('area', budget.areaId));
    return saveBudget(manager, budget);
  }

  private async write(work: (manager: EntityManager) => Promise<BudgetEntity>): Promise<BudgetEntity> {
    try {
      return await inTransaction(this.dataSource, work);
    } catch (error) {
      if (isDuplicateKey(error)) throw new DomainError('conflict', 'budget_exists', say('budget_exists'));
      throw error;
    }
  }
}
