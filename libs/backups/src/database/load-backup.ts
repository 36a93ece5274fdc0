import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { dialectSql } from '@app/entities';
import type { FileStore } from '@app/storage';
import { type DataSource, type EntityManager, MigrationExecutor, type QueryRunner } from 'typeorm';
import { BackupFileError } from '../format/backup-file-error';
import { linesOf } from '../format/backup-writer';
import type { BackupContent, BackupTable, BackupTotals } from '../format/manifest';
import { readBackup } from '../format/read-backup';
import { decodeLines } from '../format/row-lines';
import { tableSql } from './table-sql';

export interface LoadRequest {
  /**
   * Belongs to a data source with exactly the migrations of the backup. Its database must not contain any table of the
   * product. The runner may have begun a transaction.
   */
  runner: QueryRunner;
  content: Readable;
  passphrase: string | null;
  /** Receives the files of the backup; null to ignore them. */
  files: FileStore | null;
  signal?: AbortSignal;
}

/**
 * Creates the tables of a backup, loads its rows and files, and compares the tables with the backup. If this fails, the
 * database contains a part of the backup.
 * @throws BackupFileError; errors of the database and the file store
 */
export async function loadBackup(request: LoadRequest): Promise<BackupContent> {
  const { runner, content, passphrase, files, signal } = request;
  const { dataSource, manager } = runner;
  await runMigrations(dataSource, runner);
  const loaded = await readBackup(content, passphrase, {
    // Delete the rows that migrations have inserted.
    manifest: ({ tables }) => {
      refuseUnknownTables(dataSource, tables);
      return tableSql.emptyTables(
        manager,
        tables.map(({ name }) => name),
      );
    },
    rows: async (table, lines) => {
      signal?.throwIfAborted();
      const columns = decodeLines(table, lines);
      await manager.transaction((batch) => dialectSql.insert(batch, table.name, columns));
    },
    ...(files && { file: (key, file) => storeFile(files, key, file) }),
  });
  for (const table of loaded.manifest.tables) {
    signal?.throwIfAborted();
    await restoreNextId(manager, table, loaded.totals);
    await compareTable(manager, table, loaded.totals);
  }
  return loaded;
}

/** Runs the pending migrations of a data source on the connection, and in the transaction, of `runner`. */
export async function runMigrations(dataSource: DataSource, runner: QueryRunner): Promise<void> {
  const executor = new MigrationExecutor(dataSource, runner);
  executor.transaction = 'each';
  await executor.executePendingMigrations();
}

/**
 * Refuses a backup with tables that its migrations do not create, because they could be tables of other programs in the
 * same database.
 */
function refuseUnknownTables({ entityMetadatas }: DataSource, tables: readonly BackupTable[]): void {
  const known = new Set(entityMetadatas.map(({ tableName }) => tableName));
  const unknown = tables.find(({ name }) => !known.has(name));
  if (unknown) throw BackupFileError.damaged(`the manifest names the unknown table ${unknown.name}`);
}

export async function storeFile(files: FileStore, key: string, content: Readable): Promise<void> {
  await files.write(key, content);
}

async function restoreNextId(
  manager: EntityManager,
  { name, generated }: BackupTable,
  { tables }: BackupTotals,
): Promise<void> {
  const nextId = tables[name]?.nextId ?? null;
  if (generated !== null && nextId !== null) await tableSql.setNextId(manager, name, generated, nextId);
}

/** Encodes the restored table again, and compares the checksum of its lines with the checksum in the backup. */
async function compareTable(
  manager: EntityManager,
  table: BackupTable,
  { tables }: BackupTotals,
): Promise<void> {
  const hash = createHash('sha256');
  await manager.transaction(async (reading) => {
    for await (const lines of linesOf(table, tableSql.pages(reading, table))) hash.update(lines);
  });
  if (hash.digest('hex') === tables[table.name]?.sha256) return;
  throw BackupFileError.damaged(
    `the checksum of the restored table ${table.name} does not match. Restore the file again. If this fails too, use another backup`,
  );
}
