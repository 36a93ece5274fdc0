import { dialectOf } from '@app/config';
import { DataSource } from 'typeorm';
import { createDataSource } from './data-source';
import { isDuplicateKey, isTransientConflict } from './in-transaction';

/** How long another process waits for a migration, which may fill or index a large table. */
const MIGRATION_MS = 3_600_000;

/**
 * Creates the database at `url` if it is missing and the account is allowed to create it, then runs the pending
 * migrations. Several processes may call this at once: one does the work, and the others wait for it.
 * @throws if the server is unreachable, the database is missing and cannot be created, or a migration fails
 */
export async function prepareDatabase(url: string): Promise<void> {
  if (!(await isThere(url))) await create(url);
  const dataSource = createDataSource(url, 2, MIGRATION_MS);
  await dataSource.initialize();
  try {
    await whileLocked(dataSource, async () => {
      await dataSource.runMigrations();
    });
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Returns the name of the database in `url`, and the URL of the server's default database, from which databases are
 * created.
 */
function splitUrl(url: string): { name: string; serverUrl: string } {
  const parsed = new URL(url);
  const name = decodeURIComponent(parsed.pathname.slice(1));
  parsed.pathname = dialectOf(url) === 'postgres' ? '/postgres' : '/';
  return { name, serverUrl: parsed.toString() };
}

const MISSING_DATABASE = new Set<unknown>(['3D000', 'ER_BAD_DB_ERROR']);

async function isThere(url: string): Promise<boolean> {
  const dataSource = createDataSource(url, 1);
  try {
    await dataSource.initialize();
    await dataSource.destroy();
    return true;
  } catch (error) {
    if (MISSING_DATABASE.has((error as { code?: unknown }).code)) return false;
    throw error;
  }
}

async function create(url: string): Promise<void> {
  const { name, serverUrl } = splitUrl(url);
  const postgres = dialectOf(url) === 'postgres';
  const server = new DataSource({
    type: postgres ? 'postgres' : 'mysql',
    url: serverUrl,
    ...(postgres ? { installExtensions: false } : {}),
  });
  await server.initialize();
  try {
    const quoted = postgres ? `"${name.replaceAll('"', '""')}"` : `\`${name.replaceAll('`', '``')}\``;
    const options = postgres ? '' : ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
    await server.query(`CREATE DATABASE ${quoted}${options}`);
  } catch (error) {
    if (!ALREADY_THERE.has((error as { code?: unknown }).code) && !isDuplicateKey(error)) throw error;
  } finally {
    await server.destroy();
  }
}

/**
 * Error codes if another process has just created the database, a table, or the type that PostgreSQL creates with a
 * table.
 */
const ALREADY_THERE = new Set<unknown>(['42P04', '42P07', '42710', 'ER_DB_CREATE_EXISTS']);

/** Holds a row lock on a separate connection while `work` runs. The lock is released when the connection ends. */
async function whileLocked(dataSource: DataSource, work: () => Promise<void>): Promise<void> {
  await tolerateRace(() => dataSource.query('CREATE TABLE IF NOT EXISTS schema_lock (id int PRIMARY KEY)'));
  await tolerateRace(() => dataSource.query('INSERT INTO schema_lock (id) VALUES (1)'));
  await dataSource.transaction(async (manager) => {
    await manager.query('SELECT id FROM schema_lock WHERE id = 1 FOR UPDATE');
    await work();
  });
}

/** Ignores the statement's error if another process is creating the same object, or has created it. */
async function tolerateRace(statement: () => Promise<unknown>): Promise<void> {
  try {
    await statement();
  } catch (error) {
    const isThere = ALREADY_THERE.has((error as { code?: unknown }).code) || isDuplicateKey(error);
    if (!isThere && !isTransientConflict(error)) throw error;
  }
}
