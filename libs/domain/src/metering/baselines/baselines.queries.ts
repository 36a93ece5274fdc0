import { BaselineEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

export function findBaseline(manager: EntityManager, id: number): Promise<BaselineEntity | null> {
  return manager.findOneBy(BaselineEntity, { id });
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
