import { dialectOf } from '@app/config';
import { DataSource } from 'typeorm';
import { createSchemaDataSource } from './data-source';
import { isDuplicateKey } from './in-transaction';

const MISSING_DATABASE = new Set<unknown>(['3D000', 'ER_BAD_DB_ERROR']);
/** The error codes that mean that another process has just created the database. */
const ALREADY_THERE = new Set<unknown>(['42P04', 'ER_DB_CREATE_EXISTS']);

/** Creates an empty database at `url` if no database exists there. */
export async function createDatabaseIfMissing(url: string): Promise<void> {
  await (await openOrCreateDatabase(url, 1)).destroy();
}

/**
 * Connects to the database at `url` for migrations and SQL. Creates an empty database if no database exists there.
 * @param statementMs time limit of a statement
 */
export async function openOrCreateDatabase(
  url: string,
  poolSize: number,
  statementMs?: number,
): Promise<DataSource> {
  const open = (): Promise<DataSource> => createSchemaDataSource(url, poolSize, statementMs).initialize();
  try {
    return await open();
  } catch (error) {
    if (!MISSING_DATABASE.has((error as { code?: unknown }).code)) throw error;
    await createDatabase(url);
    return open();
  }
}

async function createDatabase(url: string): Promise<void> {
  const options = dialectOf(url) === 'postgres' ? '' : ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
  try {
    await administerDatabase(url, (quoted) => `CREATE DATABASE ${quoted}${options}`);
  } catch (error) {
    if (!ALREADY_THERE.has((error as { code?: unknown }).code) && !isDuplicateKey(error)) throw error;
  }
}

/** Drops the database at `url` if it exists, and ends its connections. */
export async function dropDatabase(url: string): Promise<void> {
  const force = dialectOf(url) === 'postgres' ? ' WITH (FORCE)' : '';
  await administerDatabase(url, (quoted) => `DROP DATABASE IF EXISTS ${quoted}${force}`);
}

/**
 * Runs a statement about the database at `url`. The connection uses the default database of the server.
 * @param statementAbout returns the statement for the quoted name of the database
 */
export async function administerDatabase(
  url: string,
  statementAbout: (quoted: string) => string,
): Promise<void> {
  const server = new URL(url);
  const name = decodeURIComponent(server.pathname.slice(1));
  const postgres = dialectOf(url) === 'postgres';
  server.pathname = postgres ? '/postgres' : '/';
  const dataSource = new DataSource({
    type: postgres ? 'postgres' : 'mysql',
    url: server.toString(),
    ...(postgres ? { installExtensions: false } : {}),
  });
  await dataSource.initialize();
  try {
    await dataSource.query(
      statementAbout(postgres ? `"${name.replaceAll('"', '""')}"` : `\`${name.replaceAll('`', '``')}\``),
    );
  } finally {
    await dataSource.destroy();
  }
}
