import type { Writable } from 'node:stream';
import { processDialect, productVersion } from '@app/config';
import { InstallationEntity } from '@app/entities';
import type { FileStore } from '@app/storage';
import type { DataSource, EntityManager } from 'typeorm';
import { readMigrations } from './database/executed-migrations';
import { describeTables } from './database/table-descriptions';
import { tableSql } from './database/table-sql';
import { DumpProgress } from './dump-progress';
import { openFile, readFileKeys } from './files/stored-file-columns';
import { BackupWriter } from './format/backup-writer';
import { type BackupManifest, type BackupTable, type BackupTotals, FORMAT_VERSION } from './format/manifest';

export interface BackupRequest {
  /**
   * A data source that only this backup uses, because its transaction lasts until all tables are read. `openForBackup`
   * creates one.
   */
  dataSource: DataSource;
  /** The files to include; null for a backup without files. */
  files: FileStore | null;
  /** Destroyed if the backup fails. */
  output: Writable;
  /** Encrypts the backup; null for a backup without encryption. */
  passphrase: string | null;
  now: Date;
  signal?: AbortSignal;
  /** Called repeatedly with the share of the work that is done, 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Writes a backup. All tables are read from one snapshot, so other processes can write at the same time. The files are
 * read after the tables: `backUpDatabase` prevents their removal.
 * @throws BackupRefusal; errors of the database, the file store and the output
 */
export async function createBackup(request: BackupRequest): Promise<BackupTotals> {
  const { dataSource, output, passphrase, signal, onProgress = () => undefined } = request;
  // Without a listener, an error of the output would end the process. The call that waits for the output throws the
  // error.
  output.on('error', () => undefined);
  try {
    const { writer, keys, progress } = await dataSource.transaction('REPEATABLE READ', async (manager) => {
      const manifest = await describe(manager, request);
      const { tables } = manifest;
      const progress = new DumpProgress(tables, await tableSql.estimateRows(manager), onProgress);
      const writer = await BackupWriter.begin(output, passphrase, manifest);
      for (const table of tables) await dumpTable(manager, table, writer, { signal, progress });
      return { writer, progress, keys: request.files === null ? [] : await readFileKeys(manager) };
    });
    for (const [index, key] of keys.entries()) {
      await dumpFile(key, writer, request);
      progress.reachFile(index + 1, keys.length);
    }
    return await writer.finish();
  } catch (error) {
    output.destroy(error as Error);
    throw error;
  }
}

async function describe(
  manager: EntityManager,
  { dataSource, files, now }: BackupRequest,
): Promise<BackupManifest> {
  // The first statement of the transaction determines the snapshot.
  const migrations = await readMigrations(manager);
  const { installationId } = await manager.findOneByOrFail(InstallationEntity, { id: 1 });
  return {
    format: 'plantroom-backup',
    formatVersion: FORMAT_VERSION,
    productVersion: productVersion(),
    database: processDialect(),
    migrations,
    installationId,
    createdAt: now.toISOString(),
    includesFiles: files !== null,
    tables: describeTables(dataSource),
  };
}

async function dumpTable(
  manager: EntityManager,
  table: BackupTable,
  writer: BackupWriter,
  watched: Watched,
): Promise<void> {
  const pages = watch(tableSql.pages(manager, table), watched);
  const { name, generated } = table;
  await writer.addTable(table, pages, async () =>
    generated === null ? null : tableSql.readNextId(manager, name, generated),
  );
}

async function dumpFile(key: string, writer: BackupWriter, { files, signal }: BackupRequest): Promise<void> {
  signal?.throwIfAborted();
  const file = files && (await openFile(files, key));
  if (file) await writer.addFile(key, file.sizeBytes, file.stream);
  else writer.addMissingFile();
}

interface Watched {
  signal: AbortSignal | undefined;
  progress: DumpProgress;
}

/** Passes the pages on until the signal is aborted, and reports the number of rows. */
async function* watch<Row>(
  pages: AsyncIterable<Row[]>,
  { signal, progress }: Watched,
): AsyncGenerator<Row[]> {
  for await (const page of pages) {
    signal?.throwIfAborted();
    yield page;
    progress.addRows(page.length);
  }
}
