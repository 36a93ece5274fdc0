import { ExportJobEntity } from '@app/entities';
import { type EntityManager, In, LessThan, LessThanOrEqual } from 'typeorm';

export function findExport(manager: EntityManager, id: string): Promise<ExportJobEntity | null> {
  return manager.findOneBy(ExportJobEntity, { id });
}

/** Read the export and lock it until the transaction ends. */
export function lockExport(manager: EntityManager, id: string): Promise<ExportJobEntity | null> {
  return manager.findOne(ExportJobEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

export async function insertExport(manager: EntityManager, job: ExportJobEntity): Promise<void> {
  await manager.insert(ExportJobEntity, job);
}

export async function updateExport(
  manager: EntityManager,
  id: string,
  changes: Partial<ExportJobEntity>,
): Promise<void> {
  await manager.update(ExportJobEntity, { id }, changes);
}

/** Updates the export if the claim is still valid. @returns false if it is not */
export async function updateClaimed(
  manager: EntityManager,
  { id, claim }: { id: string; claim: string },
  changes: Partial<ExportJobEntity>,
): Promise<boolean> {
  const { affected } = await manager.update(ExportJobEntity, { id, claim }, changes);
  return (affected ?? 0) > 0;
}

/** The exports that are due, the longest overdue first. */
export function findDueExports(
  manager: EntityManager,
  now: Date,
  limit: number,
): Promise<Pick<ExportJobEntity, 'id' | 'attempts'>[]> {
  return manager.find(ExportJobEntity, {
    select: { id: true, attempts: true },
    where: { dueAt: LessThanOrEqual(now) },
    order: { dueAt: 'ASC', id: 'ASC' },
    take: limit,
  });
}

/** Deletes exports that ended before an instant, but not their files. @returns the number of deleted rows */
export async function deleteExportsBefore(
  manager: EntityManager,
  before: Date,
  limit: number,
): Promise<number> {
  const old = await manager.find(ExportJobEntity, {
    select: { id: true },
    where: { finishedAt: LessThan(before) },
    order: { finishedAt: 'ASC' },
    take: limit,
  });
  if (old.length > 0) await manager.delete(ExportJobEntity, { id: In(old.map(({ id }) => id)) });
  return old.length;
}
