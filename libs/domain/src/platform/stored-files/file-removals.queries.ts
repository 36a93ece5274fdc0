import { FileRemovalEntity } from '@app/entities';
import { type EntityManager, LessThanOrEqual } from 'typeorm';

export async function insertRemoval(manager: EntityManager, storageKey: string, dueAt: Date): Promise<void> {
  await manager.insert(FileRemovalEntity, { storageKey, dueAt });
}

/** Deletes the planned removal of a file. Returns false if no removal is planned. */
export async function deleteRemoval(manager: EntityManager, storageKey: string): Promise<boolean> {
  const { affected } = await manager.delete(FileRemovalEntity, { storageKey });
  return affected === 1;
}

/**
 * Postpones the planned removal of a file. Waits for a concurrent transaction that deletes the planned removal. Returns
 * false if no removal is planned.
 */
export async function postponeRemoval(
  manager: EntityManager,
  storageKey: string,
  dueAt: Date,
): Promise<boolean> {
  const { affected } = await manager.update(FileRemovalEntity, { storageKey }, { dueAt });
  return affected === 1;
}

/** The due removals, the longest overdue first. */
export function findDueRemovals(
  manager: EntityManager,
  now: Date,
  limit: number,
): Promise<FileRemovalEntity[]> {
  return manager.find(FileRemovalEntity, {
    where: { dueAt: LessThanOrEqual(now) },
    order: { dueAt: 'ASC', storageKey: 'ASC' },
    take: limit,
  });
}
