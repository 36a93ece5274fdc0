import type { DataSource } from 'typeorm';
import { openOrCreateDatabase } from './create-database';
import { isDuplicateKey, isTransientConflict } from './in-transaction';
import { refuseDuringRestore } from './restore-mark';
import { refuseVersion01 } from './version-0-1';

/** How long a process waits for the migrations of another process, which may fill or index a large table. */
const MIGRATION_MS = 3_600_000;

/**
 * Prepares the database at `url`. Creates it if it does not exist and the account may create it, and then runs the
 * pending migrations. If several processes call this at the same time, one does the work and the others wait for it.
 * @throws UnusableDatabase if a restore is in progress or was interrupted, or if version 0.1 has created the database;
 *   other errors if the server is unreachable, the database does not exist and cannot be created, or a migration fails
 */
export async function prepareDatabase(url: string): Promise<void> {
  const dataSource = await openOrCreateDatabase(url, 2, MIGRATION_MS);
  try {
    await whileLocked(dataSource, async () => {
      await refuseDuringRestore(dataSource);
      await refuseVersion01(dataSource);
      await dataSource.runMigrations();
    });
  } finally {
    await dataSource.destroy();
  }
}

/**
 * The error codes of PostgreSQL if another process has just created the table, or the type that belongs to the table.
 */
const ALREADY_THERE = new Set<unknown>(['42P07', '42710']);

/** Holds a row lock on a separate connection while `work` runs. The lock is released when the connection ends. */
async function whileLocked(dataSource: DataSource, work: () => Promise<void>): Promise<void> {
  await tolerateRace(() => dataSource.query('CREATE TABLE IF NOT EXISTS schema_lock (id int PRIMARY KEY)'));
  // An insert that fails at each start would cost a quarter of a second, because TypeORM reads the stack of its error.
  await tolerateRace(() =>
    dataSource.query(
      'INSERT INTO schema_lock (id) SELECT 1 FROM (SELECT 1) AS one WHERE NOT EXISTS (SELECT id FROM schema_lock)',
    ),
  );
  await dataSource.transaction(async (manager) => {
    await manager.query('SELECT id FROM schema_lock WHERE id = 1 FOR UPDATE');
    await work();
  });
}

/**
 * Runs a statement that creates an object. Ignores its error if another process is creating, or has created, the same
 * object.
 */
async function tolerateRace(statement: () => Promise<unknown>): Promise<void> {
  try {
    await statement();
  } catch (error) {
    const isThere = ALREADY_THERE.has((error as { code?: unknown }).code) || isDuplicateKey(error);
    if (!isThere && !isTransientConflict(error)) throw error;
  }
}
