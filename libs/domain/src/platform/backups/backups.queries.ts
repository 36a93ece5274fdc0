import { BackupEntity, BackupScheduleEntity, PagedList } from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import { type EntityManager, IsNull, LessThan, Not } from 'typeorm';

const BACKUPS = new PagedList(BackupEntity, {
  columns: [
    'id',
    'scheduled',
    'includesFiles',
    'status',
    'progress',
    'fileId',
    'sizeBytes',
    'sha256',
    'encrypted',
    'tables',
    'rowCount',
    'files',
    'missingFiles',
    'verifiedAt',
    'error',
    'createdBy',
    'createdAt',
    'finishedAt',
  ],
  order: ['id'],
  direction: 'DESC',
});

/** A backup without the fields of its work. */
export type Backup = Omit<BackupEntity, 'attempts' | 'claim' | 'dueAt' | 'activeKey'>;

/** All backups, newest first. */
export function findBackups(manager: EntityManager, page: PageRequest): Promise<Page<Backup>> {
  return BACKUPS.read(manager, page);
}

/** True if a backup is waiting or running. */
export function hasActiveBackup(manager: EntityManager): Promise<boolean> {
  return manager.existsBy(BackupEntity, { activeKey: Not(IsNull()) });
}

/** Insert the backup. Throws the database's error (`isDuplicateKey`) if another one is active. */
export async function insertBackup(manager: EntityManager, backup: BackupEntity): Promise<void> {
  await manager.insert(BackupEntity, backup);
}

export async function deleteBackup(manager: EntityManager, id: string): Promise<void> {
  await manager.delete(BackupEntity, { id });
}

/** The time at which the schedule last started a backup; null if it never has. */
export async function findLastScheduled(manager: EntityManager): Promise<Date | null> {
  const [last] = await manager.find(BackupEntity, {
    select: { id: true, createdAt: true },
    where: { scheduled: true },
    order: { id: 'DESC' },
    take: 1,
  });
  return last?.createdAt ?? null;
}

export type KeptBackup = Pick<BackupEntity, 'id' | 'fileId' | 'verifiedAt'>;

/** The completed backups that the schedule has started, newest first. Retention bounds their number. */
export function findCompletedScheduled(manager: EntityManager): Promise<KeptBackup[]> {
  return manager.find(BackupEntity, {
    select: { id: true, fileId: true, verifiedAt: true },
    where: { scheduled: true, status: 'completed' },
    order: { id: 'DESC' },
  });
}

/** Backups that failed before an instant. */
export function findFailedBefore(manager: EntityManager, before: Date): Promise<KeptBackup[]> {
  return manager.find(BackupEntity, {
    select: { id: true, fileId: true, verifiedAt: true },
    where: { status: 'failed', finishedAt: LessThan(before) },
  });
}

/** Deletes the rows of completed backups whose file was deleted by a person. */
export async function deleteWithoutFile(manager: EntityManager): Promise<void> {
  await manager.query(
    `DELETE FROM backup WHERE status = 'completed'
       AND NOT EXISTS (SELECT 1 FROM file WHERE file.id = backup.file_id)`,
  );
}

export function findBackupSchedule(manager: EntityManager): Promise<BackupScheduleEntity> {
  return manager.findOneByOrFail(BackupScheduleEntity, { id: 1 });
}

/** Read the schedule and lock it until the transaction ends. */
export function lockBackupSchedule(manager: EntityManager): Promise<BackupScheduleEntity> {
  return manager.findOneOrFail(BackupScheduleEntity, {
    where: { id: 1 },
    lock: { mode: 'pessimistic_write' },
  });
}

export async function saveBackupSchedule(
  manager: EntityManager,
  { id, ...fields }: BackupScheduleEntity,
): Promise<void> {
  await manager.update(BackupScheduleEntity, { id }, fields);
}
