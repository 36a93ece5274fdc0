import { BackupScheduleChangesDto, BackupScheduleDto } from '../../features/backups/backup-schedule.dto';
import { BackupDto, BackupInputDto, BackupStartedDto } from '../../features/backups/backups.dto';
import { ExampleSet } from '../example-set';

const id = '0195e3b1-07c2-7e5a-8d46-2b9f0c7a1e34';
const schedule = {
  enabled: true,
  cron: '30 2 * * *',
  timezone: null,
  retentionCount: 14,
  includeFiles: true,
};

/** Backups and their schedule. */
export const BACKUP_EXAMPLES = new ExampleSet()
  .add(BackupInputDto, { includeFiles: true })
  .add(BackupStartedDto, { id })
  .add(BackupDto, {
    id,
    status: 'completed',
    progress: 1,
    scheduled: true,
    createdBy: 'schedule',
    createdAt: '2026-03-29T00:30:00.114Z',
    finishedAt: '2026-03-29T00:31:52.870Z',
    size: 48_210_377,
    sha256: '7f83b1657ff1fc53b92dc18148a1d65dfc2d4b1fa3d677284addd200126d9069',
    tables: 72,
    rows: 4_120_345,
    includesFiles: true,
    files: 31,
    missingFiles: 0,
    encrypted: true,
    verifiedAt: '2026-03-29T00:31:52.861Z',
    fileId: '0195e3b1-4f60-7b18-9a02-c7d5e8f10b29',
    error: null,
    failure: null,
  })
  .add(BackupScheduleChangesDto, schedule, 'Every night at 02:30')
  .add(BackupScheduleDto, {
    ...schedule,
    lastRun: '2026-03-29T00:30:00.114Z',
    nextRunAt: '2026-03-30T00:30:00.000Z',
  });
