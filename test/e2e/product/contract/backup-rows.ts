import type { ContractRow } from './contract-row';

const SCHEDULE = {
  enabled: 'boolean',
  cron: 'string',
  timezone: 'string|null',
  retentionCount: 'number',
  includeFiles: 'boolean',
  lastRun: 'string|null',
  nextRunAt: 'string|null',
};
const BACKUP = {
  id: 'string',
  status: 'string',
  createdAt: 'string',
  finishedAt: 'string|null',
  size: 'number|null',
  sha256: 'string|null',
  tables: 'number|null',
  includesFiles: 'boolean',
  encrypted: 'boolean|null',
  verifiedAt: 'string|null',
  fileId: 'string|null',
  error: 'string|null',
};

/** Backups and their schedule. */
export const backupRows: readonly ContractRow[] = [
  { route: 'GET /api/system/backup-schedule', access: 'admin', status: 200, answer: SCHEDULE },
  {
    route: 'PUT /api/system/backup-schedule',
    access: 'admin',
    status: 200,
    answer: { ...SCHEDULE, nextRunAt: 'string' },
    body: {
      enabled: true,
      cron: '30 2 * * *',
      timezone: 'Europe/Berlin',
      retentionCount: 7,
      includeFiles: false,
    },
  },
  {
    route: 'POST /api/system/backups',
    access: 'admin',
    status: 202,
    answer: { id: 'string' },
    body: { includeFiles: false },
  },
  { route: 'GET /api/system/backups', access: 'admin', status: 200, answer: [BACKUP], paged: true },
];
