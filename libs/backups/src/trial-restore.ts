import type { Readable } from 'node:stream';
import { createDatabaseIfMissing, dropDatabase } from '@app/entities';
import type { QueryRunner } from 'typeorm';
import { loadBackup } from './database/load-backup';
import { migrationsOf } from './database/executed-migrations';
import { openForBackup } from './database/open-for-backup';
import { withRunner } from './database/with-database';
import type { BackupManifest } from './format/manifest';
import type { FileStore } from '@app/storage';

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
  /** Called when the temporary database has the data of the backup, with a connection to it and its address. */
  onLoaded?: (runner: QueryRunner, url: string) => Promise<void>;
}

/**
 * Restores a backup into a temporary database, compares the tables, and drops the temporary database.
 * @returns false if the account may not create a database
 * @throws BackupFileError; errors of the database and of `content`
 */
export async function trialRestore({ url, manifest, onLoaded, ...rest }: TrialRequest): Promise<boolean> {
  const isRestored = await withDatabaseBeside(url, 'check', (trialUrl) =>
    withRunner(openForBackup(trialUrl, migrationsOf(manifest.migrations)), async (runner) => {
      await loadBackup({ runner, ...rest });
      await onLoaded?.(runner, trialUrl);
    }),
  );
  if (!isRestored) rest.content.destroy();
  return isRestored;
}

/** The temporary databases of a restore: one for its trial, and on MariaDB one for the old tables. */
type Purpose = 'check' | 'old';

/**
 * Creates a database beside the product's, named `<name>_restore_<purpose>`, and drops it after `work`. A killed process
 * may have left one behind, which is dropped first.
 * @returns false if the account may not create a database
 */
export async function withDatabaseBeside(
  url: string,
  purpose: Purpose,
  work: (url: string) => Promise<void>,
): Promise<boolean> {
  const other = beside(url, purpose);
  const isCreated = await unlessDenied(async () => {
    await dropDatabase(other);
    await createDatabaseIfMissing(other);
  });
  if (!isCreated) return false;
  try {
    await work(other);
  } finally {
    await dropDatabase(other);
  }
  return true;
}

/**
 * Drops temporary databases that a killed process has left behind. Does nothing if the account may not drop databases.
 */
export async function dropTrialDatabase(url: string): Promise<void> {
  for (const purpose of ['check', 'old'] as const)
    await unlessDenied(() => dropDatabase(beside(url, purpose)));
}

/** The name of the database in an address. */
export function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

function beside(url: string, purpose: Purpose): string {
  const suffix = `_restore_${purpose}`;
  const other = new URL(url);
  const name = databaseOf(url);
  other.pathname = `/${encodeURIComponent(name.slice(0, MAX_NAME_BYTES - suffix.length) + suffix)}`;
  return other.toString();
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
