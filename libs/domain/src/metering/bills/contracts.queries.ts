import { dialectSql, EnergyContractEntity, PriceSeriesEntity } from '@app/entities';
import { type EntityManager, In } from 'typeorm';

export function findContract(manager: EntityManager, id: number): Promise<EnergyContractEntity | null> {
  return manager.findOneBy(EnergyContractEntity, { id });
}

/** Reads the contract and locks it until the transaction ends. */
export function lockContract(manager: EntityManager, id: number): Promise<EnergyContractEntity | null> {
  return manager.findOne(EnergyContractEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** Inserts the contract, or updates it if it has an id. */
export function saveContract(
  manager: EntityManager,
  contract: EnergyContractEntity,
): Promise<EnergyContractEntity> {
  return manager.save(contract);
}

export async function deleteContract(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(EnergyContractEntity, { id });
}

/** Contracts with a contract power in one of their parts, by id. */
export function contractsWithPower(manager: EntityManager): Promise<EnergyContractEntity[]> {
  return manager
    .createQueryBuilder(EnergyContractEntity, 'contract')
    .where('contract.parts LIKE :power', { power: '%"contractKw":%' })
    .orderBy('contract.id')
    .getMany();
}

/** The name of a contract whose parts use the series; undefined if there is none. */
export async function contractWithSeries(
  manager: EntityManager,
  seriesId: number,
): Promise<string | undefined> {
  // `series` is the only field of its object, see `EnergyPrice`.
  const [row] = await dialectSql.query<{ name: string }>(
    manager,
    'SELECT name FROM energy_contract WHERE parts LIKE ? LIMIT 1',
    [`%{"series":${seriesId}}%`],
  );
  return row?.name;
}

/** Reads series and locks them until the transaction ends, in the order of their ids. */
export function lockSeries(manager: EntityManager, ids: readonly number[]): Promise<PriceSeriesEntity[]> {
  return manager.find(PriceSeriesEntity, {
    where: { id: In([...ids]) },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}
