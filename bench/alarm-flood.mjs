/**
 * Benchmarks a flood of 10,000 alarms of the gateway on PostgreSQL and, if installed, on MariaDB.
 *
 * First, the alarms are processed at once: they are raised and then cleared. The product stores alerts, their history,
 * notices, and events for workflows. Baseline: the bare driver inserts the same number of alert rows. During both
 * measurements, the first page of active alerts is listed again and again.
 *
 * Then an api and a worker get the alarms from a gateway within a minute, once from 10,000 points and once from a single
 * point that flutters. Meanwhile, streams are open, lists are read and faults are created over HTTP.
 */
import { floodProduct } from './alarm-flood-product.mjs';
import { hasMariaDb, hasRedis, startMariaDb, startPostgres, startRedis } from './databases.mjs';
import { runOnEachDatabase } from './on-each-database.mjs';
import { runBenchmark } from './scope.mjs';

await runOnEachDatabase('alarm-flood-process.mjs');
await runBenchmark(async (scope) => {
  const postgresUrl = `${await startPostgres(scope)}/bench`;
  await floodProduct(scope, 'PostgreSQL', postgresUrl, postgresUrl);
  if (!(await hasMariaDb()) || !(await hasRedis())) return;
  const mariaDbUrl = `${await startMariaDb(scope, { durable: true })}/bench`;
  await floodProduct(scope, 'MariaDB', mariaDbUrl, await startRedis(scope));
});
