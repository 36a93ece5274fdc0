import { ExportJobEntity } from '@app/entities';
import { type EntityManager, In, LessThan } from 'typeorm';

export function findExport(manager: EntityManager, id: string): Promise<ExportJobEntity | null> {
  return manager.findOneBy(ExportJobEntity, { id });
}

export async function insertExport(manager: EntityManager, job: ExportJobEntity): Promise<void> {
  await manager.insert(ExportJobEntity, job);
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
