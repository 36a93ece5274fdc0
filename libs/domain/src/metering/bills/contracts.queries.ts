import { EnergyContractEntity, PriceSeriesEntity } from '@app/entities';
import { type EntityManager, In, Like } from 'typeorm';

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

/** A contract whose parts name the series; null if there is none. */
export function contractWithSeries(
  manager: EntityManager,
  seriesId: number,
): Promise<EnergyContractEntity | null> {
  // `series` is the only field of its object, see `EnergyPrice`.
  return manager.findOneBy(EnergyContractEntity, { parts: Like(`%{"series":${seriesId}}%`) as never });
}

/** Reads series and locks them until the transaction ends, in the order of their ids. */
export function lockSeries(manager: EntityManager, ids: readonly number[]): Promise<PriceSeriesEntity[]> {
  return manager.find(PriceSeriesEntity, {
    where: { id: In([...ids]) },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}
