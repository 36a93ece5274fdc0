import { createRequire } from 'node:module';
import { join } from 'node:path';
import { built } from './built.mjs';
import { testModule } from '../test/test-module.mjs';

const require = createRequire(import.meta.url);

/**
 * Starts the embedded PostgreSQL as `npm start` does. It flushes each commit.
 * @returns the server's URL
 */
export async function startPostgres({ folder, atEnd }) {
  const { EmbeddedPostgres } = built('libs/embedded-postgres/src');
  const server = await EmbeddedPostgres.start({ dataDir: join(folder, 'postgres') });
  atEnd(() => server.stop());
  return server.url;
}

/**
 * Starts a MariaDB server. If `durable`, it flushes each commit, which is MariaDB's default. Otherwise it flushes
 * nothing, as in the tests.
 * @returns the server's URL
 * @throws if MariaDB is not installed, or if the server is less durable than requested
 */
export async function startMariaDb({ folder, atEnd }, { durable }) {
  const { startMariaDb: start } = testModule('servers/mariadb.ts');
  const server = await start(join(folder, durable ? 'mariadb' : 'mariadb-unflushed'), { durable });
  atEnd(() => server.stop());
  if (durable) await assertFlushesCommits(server.url);
  return server.url;
}

async function assertFlushesCommits(url) {
  const connection = await require('mysql2/promise').createConnection(url);
  const [[settings]] = await connection.query(
    'SELECT @@innodb_flush_log_at_trx_commit AS flushes, @@innodb_flush_method AS method',
  );
  await connection.end();
  if (settings.flushes !== 1 || settings.method === 'nosync')
    throw new Error(`MariaDB does not flush each commit: ${JSON.stringify(settings)}`);
}

export async function hasMariaDb() {
  return hasProgram('mariadbd');
}

/**
 * Starts the Redis of the tests, which has no persistence.
 * @returns the server's URL
 * @throws if Redis is not installed
 */
export async function startRedis({ folder, atEnd }) {
  const { startRedis: start } = testModule('servers/redis.ts');
  const server = await start(join(folder, 'redis'));
  atEnd(() => server.stop());
  return server.url;
}

export async function hasRedis() {
  return hasProgram('redis-server');
}

function hasProgram(name) {
  return testModule('servers/programs.ts').findProgram(name) !== null;
}
