import { BaselineEntity, type EnergyType } from '@app/entities';
import { type EntityManager, Not } from 'typeorm';

export function findBaseline(manager: EntityManager, id: number): Promise<BaselineEntity | null> {
  return manager.findOneBy(BaselineEntity, { id });
}

/** The newest baseline of the area that explains days or hours; by default, of any energy type except for water. */
export function findNewestOfDays(
  manager: EntityManager,
  areaId: number,
  energyType?: EnergyType,
): Promise<BaselineEntity | null> {
  return manager.findOne(BaselineEntity, {
    where: { areaId, method: Not('monthlyDegreeDays'), energyType: energyType ?? Not('water') },
    order: { id: 'DESC' },
  });
}

/** Reads the baseline and locks it until the transaction ends. */
export function lockBaseline(manager: EntityManager, id: number): Promise<BaselineEntity | null> {
  return manager.findOne(BaselineEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** Inserts the baseline, or updates it if it has an id. */
export function saveBaseline(manager: EntityManager, baseline: BaselineEntity): Promise<BaselineEntity> {
  return manager.save(baseline);
}

export async function deleteBaseline(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(BaselineEntity, { id });
}
