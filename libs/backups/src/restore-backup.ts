import type { Readable } from 'node:stream';
import { clearRestoreMark, createDatabaseIfMissing } from '@app/entities';
import type { FileStore } from '@app/storage';
import type { QueryRunner } from 'typeorm';
import { claimDatabase, type ClaimOptions, refuseUnlessReplaceable } from './database/claim-database';
import { type EndedWork, endWork } from './database/end-work';
import { migrationsOf } from './database/executed-migrations';
import { loadBackup, runMigrations, storeFile } from './database/load-backup';
import { openForBackup } from './database/open-for-backup';
import { tableSql } from './database/table-sql';
import { withRunner } from './database/with-database';
import { countMissingFiles } from './files/stored-file-columns';
import type { BackupContent, BackupManifest } from './format/manifest';
import { readBackup } from './format/read-backup';
import { databaseOf, type TrialRequest, trialRestore, withDatabaseBeside } from './trial-restore';

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

type Restored = Omit<RestoreResult, keyof BackupContent>;

/**
 * Replaces the data of a database with a backup. First reads the whole file and compares its checksums, and then restores
 * it to a temporary database. If anything fails later, the database keeps its old data. On MariaDB this needs an account
 * that may create databases. Without one, an interrupted restore leaves incomplete data, with which no process of the
 * product works; call it again.
 * @throws BackupFileError or BackupRefusal before any data was changed; errors of the database and the file store
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreResult> {
  const { url, open, passphrase } = request;
  const backup = await readBackup(open(), passphrase);
  const migrations = migrationsOf(backup.manifest.migrations);
  request.onChecked?.(backup);
  await createDatabaseIfMissing(url);
  return withRunner(openForBackup(url, migrations), async (runner) => {
    await refuseUnlessReplaceable(runner, backup.manifest, request);
    const exchanged = await rehearse(runner, request, backup);
    return { ...backup, ...(exchanged ?? (await replaceInPlace(runner, request, backup))) };
  });
}

/**
 * Stores the files, and restores the rows to a temporary database if the account may create one. A backup that the
 * database or the file store refuses is thus refused before the data is replaced. A stored file does no harm: its key is
 * random, and a file that exists has the same content.
 * @returns null if the data was not replaced yet
 */
async function rehearse(
  runner: QueryRunner,
  request: RestoreRequest,
  { manifest }: BackupContent,
): Promise<Restored | null> {
  const { url, open, passphrase, files } = request;
  const { exchangeTables } = tableSql;
  let restored = null as Restored | null;
  const load = (onLoaded?: TrialRequest['onLoaded']) =>
    trialRestore({ url, manifest, content: open(), passphrase, files, ...(onLoaded && { onLoaded }) });
  if (exchangeTables) {
    await withDatabaseBeside(url, 'old', async (oldUrl) => {
      const old = databaseOf(oldUrl);
      await load(async (copy, copyUrl) => {
        const ended = await withRunner(openForBackup(copyUrl), (other) => complete(copy, other, request));
        const databases = { other: databaseOf(copyUrl), old };
        await whileClaimed(runner, request, manifest, () =>
          exchangeTables(runner.manager, databases, tablesOf(runner)),
        );
        restored = ended;
      });
    });
  }
  if (restored === null && !(await load()))
    await readBackup(open(), passphrase, { file: (key, content) => storeFile(files, key, content) });
  return restored;
}

/** Marks the database while `work` replaces its data. If `work` fails, it has changed nothing. */
async function whileClaimed(
  runner: QueryRunner,
  request: RestoreRequest,
  manifest: BackupManifest,
  work: () => Promise<void>,
): Promise<void> {
  const isFirst = await claimDatabase(runner, manifest, request);
  request.onClaimed?.();
  try {
    await work();
  } catch (error) {
    // After an interrupted restore, the data is incomplete, so the mark stays.
    if (isFirst) await clearRestoreMark(runner);
    throw error;
  }
  await clearRestoreMark(runner);
}

/** Drops the tables, loads the backup and completes it, in a transaction if that can undo the changes. */
async function replaceInPlace(
  runner: QueryRunner,
  request: RestoreRequest,
  { manifest }: BackupContent,
): Promise<Restored> {
  const { url, open, passphrase } = request;
  const isFirst = await claimDatabase(runner, manifest, request);
  request.onClaimed?.();
  const replace = () =>
    withRunner(openForBackup(url), async (other) => {
      await tableSql.dropTables(runner.manager, tablesOf(runner));
      // From now on, starting processes wait for the locks of the transaction. If it is rolled back, the old data is
      // complete, so no mark may be left.
      const isProtected = isFirst && runner.isTransactionActive;
      if (isProtected) await clearRestoreMark(other);
      await loadBackup({ runner, content: open(), passphrase, files: null });
      const restored = await complete(runner, other, request);
      if (!isProtected) await clearRestoreMark(runner);
      return restored;
    });
  return tableSql.exchangeTables ? replace() : runner.manager.transaction(replace);
}

/** The tables of the product. Two entities may describe one table. */
const tablesOf = ({ dataSource }: QueryRunner): string[] => [
  ...new Set(['migrations', ...dataSource.entityMetadatas.map(({ tableName }) => tableName)]),
];

/**
 * Runs the migrations that are newer than the backup, and ends the work that was under way.
 * @param runner belongs to the database with the loaded backup, and may have begun a transaction
 * @param other belongs to another connection, and to a data source with all migrations
 */
async function complete(
  runner: QueryRunner,
  other: QueryRunner,
  { files, now, continueWork }: RestoreRequest,
): Promise<Restored> {
  await runMigrations(other.dataSource, runner);
  const endedWork = await endWork(runner.manager, now, continueWork);
  const missingFiles = await countMissingFiles(runner.manager, files);
  return { missingFiles, endedWork };
}
