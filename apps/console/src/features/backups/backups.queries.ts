import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Page, type components, plantroom, unwrap, unwrapPage } from '../../api/plantroom';

export type Backup = components['schemas']['BackupDto'];
export type BackupSchedule = components['schemas']['BackupScheduleDto'];
export type ScheduleChanges = components['schemas']['BackupScheduleChangesDto'];

export const BACKUPS = ['/api/system/backups'] as const;
export const SCHEDULE = ['/api/system/backup-schedule'] as const;
export const BACKUPS_PER_PAGE = 20;

export const isWorking = ({ status }: Backup): boolean => status === 'queued' || status === 'running';

export const backupsQuery = (page: number) => {
  const query = { page, limit: BACKUPS_PER_PAGE };
  return queryOptions({
    queryKey: [...BACKUPS, query],
    queryFn: ({ signal }): Promise<Page<Backup>> =>
      unwrapPage(plantroom.api.GET('/api/system/backups', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const scheduleQuery = queryOptions({
  queryKey: SCHEDULE,
  queryFn: ({ signal }) => unwrap(plantroom.api.GET('/api/system/backup-schedule', { signal })),
});

export const changeSchedule = (body: ScheduleChanges): Promise<BackupSchedule> =>
  unwrap(plantroom.api.PUT('/api/system/backup-schedule', { body }));

export const startBackup = (includeFiles: boolean) =>
  unwrap(plantroom.api.POST('/api/system/backups', { body: { includeFiles } }));

/** Deletes the file. The record of the backup disappears within an hour. */
export const deleteBackupFile = (id: string) =>
  unwrap(plantroom.api.DELETE('/api/files/{id}', { params: { path: { id } } }));
