/**
 * Benchmarks a backup of a million readings and its restore, on PostgreSQL and, if installed, on MariaDB. Baseline of
 * the backup: the bare driver reads the same rows and discards them. Baseline of the restore: the bare driver inserts
 * the readings into an identical table with multi-row inserts. The restore also creates all tables and compares them.
 * Then each backup replaces the data in a database of each kind, and the result is compared with the backup.
 */
import { join } from 'node:path';
import { hasMariaDb, startMariaDb, startPostgres } from './databases.mjs';
import { runOn } from './on-each-database.mjs';
import { runBenchmark } from './scope.mjs';

await runBenchmark(async (scope) => {
  const servers = [['PostgreSQL', await startPostgres(scope)]];
  if (await hasMariaDb()) servers.push(['MariaDB', await startMariaDb(scope, { durable: true })]);
  else console.log('MariaDB is not installed, so it is left out.');
  const backups = servers.map(([database]) => join(scope.folder, `${database}.tar.gz`));
  for (const [index, [database, url]] of servers.entries())
    await runOn(database, `${url}/bench`, 'backups-process.mjs', [backups[index]]);
  for (const [database, url] of servers) {
    for (const [index, [origin]] of servers.entries())
      await runOn(database, `${url}/restored`, 'backups-restore-process.mjs', [origin, backups[index]]);
  }
});
