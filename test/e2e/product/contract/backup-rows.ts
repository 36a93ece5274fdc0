import type { ContractRow } from './contract-row';

const SCHEDULE = {
  enabled: 'boolean',
  cron: 'string',
  timezone: 'string|null',
  retentionCount: 'number',
  includeFiles: 'boolean',
  lastRun: 'instant|null',
  nextRunAt: 'instant|null',
};
const BACKUP = {
  id: 'string',
  status: 'string',
  createdAt: 'instant',
  finishedAt: 'instant|null',
  size: 'number|null',
  sha256: 'string|null',
  tables: 'number|null',
  includesFiles: 'boolean',
  encrypted: 'boolean|null',
  verifiedAt: 'instant|null',
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
    answer: SCHEDULE,
    exact: { nextRunAt: 'instant' },
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
  {
    route: 'GET /api/system/backups',
    access: 'admin',
    status: 200,
    answer: [BACKUP],
    exact: [
      {
        finishedAt: 'instant',
        size: 'number',
        sha256: 'string',
        tables: 'number',
        encrypted: 'boolean',
        verifiedAt: 'instant',
        fileId: 'string',
        error: 'null',
      },
    ],
    paged: true,
    until: ([backup]: { status: string }[]) => backup?.status === 'completed',
  },
];
