import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { hasMariaDb, startMariaDb, startPostgres } from './databases.mjs';
import { runBenchmark } from './scope.mjs';

/**
 * Runs `file` of this folder once for each database, in a separate process, because entities choose their column types
 * by `DATABASE_URL` while they load. The first argument is the name of the database.
 */
export async function runOnEachDatabase(file) {
  await runBenchmark(async (scope) => {
    await runOn('PostgreSQL', `${await startPostgres(scope)}/bench`, file);
    if (await hasMariaDb())
      await runOn('MariaDB', `${await startMariaDb(scope, { durable: true })}/bench`, file);
    else console.log('MariaDB is not installed, so it is left out.');
  });
}

/** Runs `file` of this folder in a separate process that uses the database at `url`. */
export async function runOn(database, url, file, args = []) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [database, ...args], {
    env: { ...process.env, DATABASE_URL: url },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The measurement on ${database} ended with exit code ${code}.`);
}
