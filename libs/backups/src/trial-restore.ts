import type { Readable } from 'node:stream';
import { createDatabaseIfMissing, dropDatabase } from '@app/entities';
import { loadBackup } from './database/load-backup';
import { migrationsOf } from './database/executed-migrations';
import { openForBackup } from './database/open-for-backup';
import { withRunner } from './database/with-database';
import type { BackupManifest } from './format/manifest';
import type { FileStore } from '@app/storage';

const SUFFIX = '_restore_check';
/** The maximum length of a database name in PostgreSQL. In MySQL, it is 64. */
const MAX_NAME_BYTES = 63;

/** The error codes of PostgreSQL and MySQL for an account that may not create databases. */
const DENIED = new Set<unknown>([
  '42501',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_ERROR',
  'ER_SPECIFIC_ACCESS_DENIED_ERROR',
  // The codes of PostgreSQL if the account cannot connect to the server's default database, or if this database is
  // missing.
  '28000',
  '3D000',
]);

export interface TrialRequest {
  /** The database of the product. The trial uses another database on the same server, named `<name>_restore_check`. */
  url: string;
  manifest: BackupManifest;
  content: Readable;
  passphrase: string | null;
  /** Receives the files of the backup; null to ignore them. */
  files: FileStore | null;
  signal?: AbortSignal;
}

/**
 * Restores a backup into a temporary database, compares the tables, and drops the temporary database.
 * @returns false if the account may not create a database
 * @throws BackupFileError; errors of the database and of `content`
 */
export async function trialRestore({ url, manifest, ...rest }: TrialRequest): Promise<boolean> {
  const trialUrl = beside(url);
  if (!(await createEmpty(trialUrl))) {
    rest.content.destroy();
    return false;
  }
  try {
    await withRunner(openForBackup(trialUrl, migrationsOf(manifest.migrations)), (runner) =>
      loadBackup({ runner, ...rest }),
    );
  } finally {
    await dropDatabase(trialUrl);
  }
  return true;
}

/**
 * Drops a temporary database that a killed process has left behind. Does nothing if the account may not drop databases.
 */
export async function dropTrialDatabase(url: string): Promise<void> {
  await unlessDenied(() => dropDatabase(beside(url)));
}

function beside(url: string): string {
  const other = new URL(url);
  const name = decodeURIComponent(other.pathname.slice(1));
  other.pathname = `/${encodeURIComponent(name.slice(0, MAX_NAME_BYTES - SUFFIX.length) + SUFFIX)}`;
  return other.toString();
}

/** Creates an empty database. Drops it first, because a killed process may have left it behind. */
function createEmpty(url: string): Promise<boolean> {
  return unlessDenied(async () => {
    await dropDatabase(url);
    await createDatabaseIfMissing(url);
  });
}

/**
 * Runs `work`.
 * @returns false if the account may not do it
 */
async function unlessDenied(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (DENIED.has((error as { code?: unknown }).code)) return false;
    throw error;
  }
}
