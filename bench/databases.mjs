import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { built } from './built.mjs';

const require = createRequire(import.meta.url);

/** The product's own PostgreSQL, as `npm start` runs it: each commit is flushed. @returns the server's URL */
export async function startPostgres({ folder, atEnd }) {
  const { EmbeddedPostgres } = built('libs/embedded-postgres/src');
  const server = await EmbeddedPostgres.start({ dataDir: join(folder, 'postgres') });
  atEnd(() => server.stop());
  return server.url;
}

/**
 * A MariaDB server. `durable: true` flushes each commit, as MariaDB does by default; `durable: false` flushes nothing,
 * as in the tests.
 * @returns the server's URL
 * @throws if MariaDB is not installed, or if the server is less durable than requested
 */
export async function startMariaDb({ folder, atEnd }, { durable }) {
  loadTypeScript();
  const { startMariaDb: start } = require('../test/servers/mariadb.ts');
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

/** The tests' Redis, which keeps nothing. @returns the server's URL; throws where Redis is not installed */
export async function startRedis({ folder, atEnd }) {
  loadTypeScript();
  const { startRedis: start } = require('../test/servers/redis.ts');
  const server = await start(join(folder, 'redis'));
  atEnd(() => server.stop());
  return server.url;
}

export async function hasRedis() {
  return hasProgram('redis-server');
}

function hasProgram(name) {
  loadTypeScript();
  return require('../test/servers/programs.ts').findProgram(name) !== null;
}

/** The tests' servers are not built: their sources are loaded as they are. */
function loadTypeScript() {
  require.extensions['.ts'] ??= (module, filename) => {
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      filename,
      jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
      module: { type: 'commonjs' },
    });
    module._compile(code, filename);
  };
}
