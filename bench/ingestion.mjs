/**
 * What it costs to keep the sums: readings taken in by the product (stored and rolled up into hours and days, in one
 * transaction per window of history) beside a bare multi-row insert of the same readings into an identical table, by
 * the plainest fast way of the driver. On PostgreSQL and, where it is installed, on MariaDB.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { hasMariaDb, startMariaDb, startPostgres } from './databases.mjs';
import { runBenchmark } from './scope.mjs';

await runBenchmark(async (scope) => {
  await measureOn('PostgreSQL', await startPostgres(scope));
  if (await hasMariaDb()) await measureOn('MariaDB', await startMariaDb(scope, { durable: true }));
  else console.log('MariaDB is not installed: left out.');
});

/** In a process of its own: entities choose their column types by the URL while they load. */
async function measureOn(database, serverUrl) {
  const child = fork(fileURLToPath(new URL('ingestion-process.mjs', import.meta.url)), [database], {
    env: { ...process.env, DATABASE_URL: `${serverUrl}/bench` },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The measurement on ${database} ended with code ${code}.`);
}
