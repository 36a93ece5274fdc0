import { EnergyContractEntity, inTransaction, pageOf, requireRow } from '@app/entities';
import {
  type Actor,
  DomainError,
  type ErrorDetail,
  type Page,
  type PageRequest,
  say,
  unknownRecord,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { AreasService } from '../areas/areas.service';
import { partFaults } from './contract-rules';
import { deleteContract, findContract, lockContract, lockSeries, saveContract } from './contracts.queries';

type Fields = Pick<EnergyContractEntity, 'name' | 'areaId' | 'energyType' | 'currency' | 'parts'>;

/** Changes of a contract. Omitted fields keep their value. */
export type ContractChanges = Partial<Fields>;
export type ContractInput = ContractChanges & Omit<Fields, 'energyType'>;

const NAME = 'The contract';
/** Fifty years. */
const MOST_BILLS = 600;

/** Creates, reads, updates and deletes contracts with suppliers. */
@Injectable()
export class ContractsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly areas: AreasService,
    private readonly audit: AuditService,
  ) {}

  list(request: PageRequest): Promise<Page<EnergyContractEntity>> {
    return pageOf(this.dataSource.manager, EnergyContractEntity, request);
  }

  /** @throws DomainError not_found */
  find(id: number): Promise<EnergyContractEntity> {
    return requireRow(findContract(this.dataSource.manager, id), NAME);
  }

  /** @throws DomainError invalid for an unknown area or price series, and for parts that contradict each other */
  create(actor: Actor, input: ContractInput): Promise<EnergyContractEntity> {
    const contract = changed({ energyType: 'electricity', supplierBills: {} }, input);
    return inTransaction(this.dataSource, async (manager) => {
      await this.check(manager, contract);
      const after = await saveContract(manager, contract);
      const record = { action: 'contract.created', target: targetOf(after.id), after };
      await this.audit.record(actor, record, manager);
      return after;
    });
  }

  /** @throws the errors of `create`, and DomainError not_found */
  change(actor: Actor, id: number, changes: ContractChanges): Promise<EnergyContractEntity> {
    return this.changeLocked(actor, id, async (before, manager) => {
      const contract = changed(before, changes);
      await this.check(manager, contract);
      return contract;
    });
  }

  /**
   * Stores the total of the supplier's bill of a month.
   * @param month `2026-03`
   * @param total null deletes it
   * @throws DomainError not_found; invalid for too many bills
   */
  setSupplierBill(
    actor: Actor,
    id: number,
    month: string,
    total: number | null,
  ): Promise<EnergyContractEntity> {
    return this.changeLocked(actor, id, (before) => {
      const { [month]: _replaced, ...others } = before.supplierBills;
      const supplierBills = total === null ? others : { ...others, [month]: total };
      if (Object.keys(supplierBills).length > MOST_BILLS)
        throw DomainError.ofField('month', say('too_many_items', { most: MOST_BILLS }));
      return changed(before, { supplierBills });
    });
  }

  /** @throws DomainError not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockContract(manager, id), NAME);
      await deleteContract(manager, id);
      const record = { action: 'contract.removed', target: targetOf(id), before };
      await this.audit.record(actor, record, manager);
    });
  }

  private changeLocked(
    actor: Actor,
    id: number,
    change: (
      before: EnergyContractEntity,
      manager: EntityManager,
    ) => EnergyContractEntity | Promise<EnergyContractEntity>,
  ): Promise<EnergyContractEntity> {
    return inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockContract(manager, id), NAME);
      const after = await saveContract(manager, await change(before, manager));
      const record = { action: 'contract.changed', target: targetOf(id), before, after };
      await this.audit.recordChange(actor, record, manager);
      return after;
    });
  }

  /** Locks the price series, so that none of them is deleted meanwhile. */
  private async check(manager: EntityManager, contract: EnergyContractEntity): Promise<void> {
    const { areaId, parts } = contract;
    const ids = new Set(parts.flatMap(({ energy }) => energy.series ?? []));
    const series = ids.size === 0 ? [] : await lockSeries(manager, [...ids]);
    const details: ErrorDetail[] = partFaults(contract, series);
    if (!(await this.areas.hasArea(manager, areaId)))
      details.unshift({ path: 'areaId', ...unknownRecord('area', areaId) });
    if (details.length > 0) throw DomainError.invalid('The contract is not valid.', details);
  }
}

/** Returns a new contract with the changes. */
function changed(
  before: Partial<EnergyContractEntity>,
  changes: Partial<EnergyContractEntity>,
): EnergyContractEntity {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.assign(new EnergyContractEntity(), before, Object.fromEntries(given));
}

const targetOf = (id: number): string => `contract ${id}`;
