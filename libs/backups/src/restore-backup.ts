import type { Readable } from 'node:stream';
import { clearRestoreMark, createDatabaseIfMissing } from '@app/entities';
import type { FileStore } from '@app/storage';
import type { DataSource } from 'typeorm';
import { claimDatabase, type ClaimOptions } from './database/claim-database';
import { migrationsOf } from './database/executed-migrations';
import { loadBackup } from './database/load-backup';
import { openForBackup } from './database/open-for-backup';
import { tableSql } from './database/table-sql';
import { countMissingFiles } from './files/stored-file-columns';
import type { BackupContent } from './format/manifest';
import { readBackup } from './format/read-backup';

export interface RestoreRequest extends ClaimOptions {
  url: string;
  /** Opens the file. It is read twice: to check it, and to restore it. */
  open: () => Readable;
  passphrase: string | null;
  files: FileStore;
  /** Called when the whole file was checked and nothing has changed yet. */
  onChecked?: (backup: BackupContent) => void;
  /** Called when the database is marked and its data is about to be replaced. */
  onClaimed?: () => void;
}

export interface RestoreResult extends BackupContent {
  /** Files to which the restored database refers, but which the file store does not have. */
  missingFiles: number;
}

/**
 * Replaces the data of a database by a backup. First reads the whole file and compares its checksums. The database is
 * marked while its data is incomplete: no process of the product starts meanwhile. If the restore is interrupted, call
 * it again.
 * @throws BackupFileError or BackupRefusal before anything has changed; errors of the database and the file store
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreResult> {
  const { url, open, passphrase, files } = request;
  const backup = await readBackup(open(), passphrase);
  const migrations = migrationsOf(backup.manifest.migrations);
  request.onChecked?.(backup);
  await createDatabaseIfMissing(url);

  await withDatabase(openForBackup(url, migrations), async (dataSource) => {
    await claimDatabase(dataSource, backup.manifest, request);
    request.onClaimed?.();
    const tables = dataSource.entityMetadatas.map(({ tableName }) => tableName);
    await tableSql.dropTables(dataSource.manager, [...tables, 'migrations']);
    await loadBackup({ dataSource, content: open(), passphrase, files });
  });

  return withDatabase(openForBackup(url), async (dataSource) => {
    await dataSource.runMigrations();
    const missingFiles = await countMissingFiles(dataSource.manager, files);
    const runner = dataSource.createQueryRunner();
    await clearRestoreMark(runner);
    await runner.release();
    return { ...backup, missingFiles };
  });
}

async function withDatabase<T>(
  opening: Promise<DataSource>,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = await opening;
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
