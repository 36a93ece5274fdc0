import { PointRevertEntity } from '@app/entities';
import { type EntityManager, LessThanOrEqual } from 'typeorm';

/** Read the revert of a point and lock it until the transaction ends. */
export function lockRevert(manager: EntityManager, code: string): Promise<PointRevertEntity | null> {
  return manager.findOne(PointRevertEntity, { where: { code }, lock: { mode: 'pessimistic_write' } });
}

/** The reverts that are due at `now`, the longest overdue first. */
export function findDueReverts(
  manager: EntityManager,
  now: Date,
  limit: number,
): Promise<PointRevertEntity[]> {
  return manager.find(PointRevertEntity, {
    where: { dueAt: LessThanOrEqual(now) },
    order: { dueAt: 'ASC', code: 'ASC' },
    take: limit,
  });
}

export async function insertRevert(manager: EntityManager, revert: PointRevertEntity): Promise<void> {
  await manager.insert(PointRevertEntity, revert);
}

export async function updateRevert(
  manager: EntityManager,
  { code, ...changes }: Pick<PointRevertEntity, 'code'> & Partial<PointRevertEntity>,
): Promise<void> {
  await manager.update(PointRevertEntity, { code }, changes);
}

/** Deletes the revert of a point. */
export async function deleteRevert(manager: EntityManager, code: string): Promise<void> {
  await manager.delete(PointRevertEntity, { code });
}
