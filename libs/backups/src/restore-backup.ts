import type { Readable } from 'node:stream';
import { clearRestoreMark, createDatabaseIfMissing } from '@app/entities';
import type { FileStore } from '@app/storage';
import type { QueryRunner } from 'typeorm';
import { claimDatabase, type ClaimOptions } from './database/claim-database';
import { type EndedWork, endWork } from './database/end-work';
import { migrationsOf } from './database/executed-migrations';
import { loadBackup, runMigrations, storeFile } from './database/load-backup';
import { openForBackup } from './database/open-for-backup';
import { tableSql } from './database/table-sql';
import { withRunner } from './database/with-database';
import { countMissingFiles } from './files/stored-file-columns';
import type { BackupContent } from './format/manifest';
import { readBackup } from './format/read-backup';
import { trialRestore } from './trial-restore';

export interface RestoreRequest extends ClaimOptions {
  url: string;
  /** Opens the file. It is called several times, because the file is checked before it is restored. */
  open: () => Readable;
  passphrase: string | null;
  files: FileStore;
  /** Continues work that was under way at the time of the backup. Set this only if no process has worked since then. */
  continueWork: boolean;
  /** Called when the whole file has been checked, before anything is changed. */
  onChecked?: (backup: BackupContent) => void;
  /** Called when the database has been marked, just before its data is replaced. */
  onClaimed?: () => void;
}

export interface RestoreResult extends BackupContent {
  /** Number of files to which the restored database refers but which are missing from the file store. */
  missingFiles: number;
  endedWork: EndedWork;
}

/**
 * Replaces the data of a database with a backup. First reads the whole file and compares its checksums, and then
 * rehearses the restore. No process of the product can work with the data while it is incomplete. If the restore is
 * interrupted on PostgreSQL, the database contains the old data. On MariaDB, call it again.
 * @throws BackupFileError or BackupRefusal before any data was changed; errors of the database and the file store
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreResult> {
  const { url, open, passphrase } = request;
  const backup = await readBackup(open(), passphrase);
  const migrations = migrationsOf(backup.manifest.migrations);
  request.onChecked?.(backup);
  await createDatabaseIfMissing(url);

  return withRunner(openForBackup(url, migrations), async (runner) => {
    const isFirst = await claimDatabase(runner, backup.manifest, request);
    request.onClaimed?.();
    try {
      await rehearse(request, backup);
    } catch (error) {
      // No data has changed yet. After an interrupted restore, it is incomplete, so the mark stays.
      if (isFirst) await clearRestoreMark(runner);
      throw error;
    }
    const replace = () =>
      withRunner(openForBackup(url), (other) => replaceData(runner, other, request, isFirst));
    const replaced = tableSql.undoesTableChanges ? runner.manager.transaction(replace) : replace();
    return { ...backup, ...(await replaced) };
  });
}

/**
 * Drops the tables, loads the backup, and runs the migrations that are newer.
 * @param runner may have begun a transaction
 * @param other belongs to another connection, and to a data source with all migrations
 */
async function replaceData(
  runner: QueryRunner,
  other: QueryRunner,
  { open, passphrase, files, now, continueWork }: RestoreRequest,
  isFirst: boolean,
): Promise<Omit<RestoreResult, keyof BackupContent>> {
  const { manager, dataSource } = runner;
  const tables = dataSource.entityMetadatas.map(({ tableName }) => tableName);
  await tableSql.dropTables(manager, [...tables, 'migrations']);
  // From now on, starting processes wait for the locks of the transaction. If it is rolled back, the old data is
  // complete, so no mark may be left.
  const isProtected = isFirst && runner.isTransactionActive;
  if (isProtected) await clearRestoreMark(other);
  await loadBackup({ runner, content: open(), passphrase, files: null });
  await runMigrations(other.dataSource, runner);
  const endedWork = await endWork(manager, now, continueWork);
  const missingFiles = await countMissingFiles(manager, files);
  if (!isProtected) await clearRestoreMark(runner);
  return { missingFiles, endedWork };
}

/**
 * Stores the files, and restores the rows to a temporary database if the account may create one. A backup that the
 * database or the file store refuses is thus refused before the data is replaced. A stored file does no harm: its key is
 * random, and a file that exists has the same content.
 */
async function rehearse(
  { url, open, passphrase, files }: RestoreRequest,
  backup: BackupContent,
): Promise<void> {
  const { manifest } = backup;
  if (await trialRestore({ url, manifest, content: open(), passphrase, files })) return;
  await readBackup(open(), passphrase, { file: (key, content) => storeFile(files, key, content) });
}
