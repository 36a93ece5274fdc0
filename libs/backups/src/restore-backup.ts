import type { Readable } from 'node:stream';
import { clearRestoreMark, createDatabaseIfMissing } from '@app/entities';
import type { FileStore } from '@app/storage';
import { claimDatabase, type ClaimOptions } from './database/claim-database';
import { type EndedWork, endWork } from './database/end-work';
import { migrationsOf } from './database/executed-migrations';
import { loadBackup } from './database/load-backup';
import { openForBackup } from './database/open-for-backup';
import { tableSql } from './database/table-sql';
import { withDatabase } from './database/with-database';
import { countMissingFiles } from './files/stored-file-columns';
import type { BackupContent } from './format/manifest';
import { readBackup } from './format/read-backup';

export interface RestoreRequest extends ClaimOptions {
  url: string;
  /** Opens the file. It is called twice, because the file is first checked and then restored. */
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
 * Replaces the data of a database with a backup. First reads the whole file and compares its checksums. While the data
 * is incomplete, the database is marked, so that no process of the product starts. If the restore is interrupted, call
 * it again.
 * @throws BackupFileError or BackupRefusal before anything was changed; errors of the database and the file store
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
    const endedWork = await endWork(dataSource.manager, request.now, request.continueWork);
    const missingFiles = await countMissingFiles(dataSource.manager, files);
    const runner = dataSource.createQueryRunner();
    await clearRestoreMark(runner);
    await runner.release();
    return { ...backup, missingFiles, endedWork };
  });
}
