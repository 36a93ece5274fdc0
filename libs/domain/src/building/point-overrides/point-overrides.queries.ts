import { pageOf, PointOverrideEntity } from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import { type EntityManager, LessThanOrEqual } from 'typeorm';

/** The overrides in force, oldest first. */
export function findOverrides(
  manager: EntityManager,
  request: PageRequest,
): Promise<Page<PointOverrideEntity>> {
  return pageOf(manager, PointOverrideEntity, request);
}

/** Read the override and lock it until the transaction ends. */
export function lockOverride(
  manager: EntityManager,
  where: { id: string } | { code: string },
): Promise<PointOverrideEntity | null> {
  return manager.findOne(PointOverrideEntity, { where, lock: { mode: 'pessimistic_write' } });
}

export async function insertOverride(manager: EntityManager, override: PointOverrideEntity): Promise<void> {
  await manager.insert(PointOverrideEntity, override);
}

export async function updateOverride(
  manager: EntityManager,
  id: string,
  changes: Partial<PointOverrideEntity>,
): Promise<void> {
  await manager.update(PointOverrideEntity, { id }, changes);
}

export async function deleteOverride(manager: EntityManager, id: string): Promise<void> {
  await manager.delete(PointOverrideEntity, { id });
}

/** The overrides that are due at `now`, the longest overdue first. */
export function findDueOverrides(
  manager: EntityManager,
  now: Date,
  limit: number,
): Promise<Pick<PointOverrideEntity, 'id' | 'attempts'>[]> {
  return manager.find(PointOverrideEntity, {
    select: { id: true, attempts: true },
    where: { dueAt: LessThanOrEqual(now) },
    order: { dueAt: 'ASC', id: 'ASC' },
    take: limit,
  });
}
