/**
 * Benchmarks the statistics and the lists of faults over HTTP on both databases. Baseline: a scan that computes the
 * same statistics. The benchmark also creates faults concurrently, because the creation of a fault updates the counts.
 * `WORK_LISTS_ROWS` is the number of faults, by default a million.
 */
import { createRequire } from 'node:module';
import { startApi } from './api-process.mjs';
import { hasMariaDb, startMariaDb, startPostgres } from './databases.mjs';
import { dialects } from './list-rows.mjs';
import { format, inRounds, median, medianRatio } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';

const require = createRequire(import.meta.url);
const autocannon = require('autocannon');

const ROWS = Number(process.env.WORK_LISTS_ROWS ?? 1_000_000);
const ROUNDS = 7;
const REQUESTS = 15;
const SECONDS = 5;
const PATHS = [
  '/api/overview/stats',
  '/api/faults',
  '/api/faults?page=500',
  '/api/faults?status=open',
  '/api/faults?severity=critical&page=500',
];
const STATUSES = ['open', 'in_progress', 'resolved', 'closed'];
const SEVERITIES = ['critical', 'major', 'minor', 'warning', 'indeterminate'];
const SCAN = (repairMs) =>
  `SELECT status, severity, COUNT(*) AS faults, SUM(${repairMs}) AS repair, MIN(reported_at), MAX(reported_at)
   FROM fault GROUP BY status, severity`;

/** Returns SQL that repeats the values in order. The SQL moves to the next value after every `width` rows. */
const cycle = (values, width) =>
  `CASE ${values.map((value, index) => `WHEN (n - n % ${width}) / ${width} % ${values.length} = ${index} THEN '${value}'`).join(' ')} END`;

/** Each shard of the counts gets faults of every status and severity. */
const FAULTS = {
  statements: ({ at }) => [
    {
      share: 1,
      insert: `INSERT INTO fault (id, title, severity, status, reported_at, resolved_at)
        SELECT n, 'A fault', ${cycle(SEVERITIES, 64)}, ${cycle(STATUSES, 16)}, ${at},
          CASE WHEN (n - n % 16) / 16 % 4 < 2 THEN NULL ELSE ${at} + INTERVAL '90' MINUTE END`,
    },
  ],
  tables: ['fault'],
};

await runBenchmark(async (scope) => {
  // The benchmark queues no jobs, but the api does not start without a queue.
  const queueUrl = `${await startPostgres(scope)}/bench`;
  await measure(scope, 'PostgreSQL', dialects.postgres, queueUrl, queueUrl);
  if (!(await hasMariaDb())) return;
  const url = `${await startMariaDb(scope, { durable: true })}/bench`;
  await measure(scope, 'MariaDB', dialects.mysql, url, queueUrl);
});

async function measure(scope, name, dialect, databaseUrl, queueUrl) {
  const environment = { QUEUE_URL: queueUrl };
  // This api only creates the tables. The benchmark measures another api, because an access token of this api would
  // expire while the tables are filled.
  await startApi(scope, databaseUrl, environment);
  await dialect.fill(databaseUrl, ROWS, FAULTS);
  const { query, repairMs, continueIds } = await connect(scope, databaseUrl);
  await continueIds();
  await query('DELETE FROM fault_count');
  await query(
    `INSERT INTO fault_count (shard, status, severity, faults, repair_ms, updated_at)
     SELECT id % 16, status, severity, COUNT(*), COALESCE(SUM(${repairMs}), 0), CURRENT_TIMESTAMP
     FROM fault GROUP BY id % 16, status, severity`,
  );
  const api = await startApi(scope, databaseUrl, environment);
  const { stats, scan } = await inRounds(ROUNDS, {
    stats: () => meanMs(REQUESTS, () => api.get('/api/faults/stats')),
    scan: () => meanMs(1, () => query(SCAN(repairMs))),
  });
  console.log(
    `${name}, statistics of ${format(ROWS)} faults: ${format(median(stats))} ms over HTTP; ` +
      `scan ${format(median(scan))} ms: ${format(medianRatio(scan, stats))} times`,
  );
  for (const path of PATHS) {
    const times = [];
    for (let time = 0; time < REQUESTS; time++) times.push(await meanMs(1, () => api.get(path)));
    console.log(`${name} ${path}: ${format(median(times))} ms`);
  }
  for (const connections of [1, 10]) console.log(`${name}, ${await createFaults(api, connections)}`);
}

async function createFaults({ address, headers }, connections) {
  const { requests, non2xx, errors, latency } = await autocannon({
    url: `${address}/api/faults`,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'A fault', severity: 'minor' }),
    connections,
    duration: SECONDS,
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} faults could not be created.`);
  return `faults created by ${connections === 1 ? 'one client' : `${connections} clients`}: ${format(requests.average)}/s, p50 ${latency.p50} ms`;
}

/** @returns a connection of the bare driver, and the parts of the SQL that differ between the two databases */
async function connect({ atEnd }, databaseUrl) {
  if (!databaseUrl.startsWith('postgres')) {
    const connection = await require('mysql2/promise').createConnection({ uri: databaseUrl, timezone: 'Z' });
    atEnd(() => connection.end());
    const repairMs = 'TIMESTAMPDIFF(MICROSECOND, reported_at, resolved_at) DIV 1000';
    // Nothing to do: MariaDB itself continues after the highest id.
    return { query: (sql) => connection.query(sql), repairMs, continueIds: () => undefined };
  }
  const { Client } = require('pg');
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  atEnd(() => client.end());
  return {
    query: (sql) => client.query(sql),
    repairMs: '(EXTRACT(EPOCH FROM resolved_at - reported_at) * 1000)::bigint',
    continueIds: () => client.query(`SELECT setval(pg_get_serial_sequence('fault', 'id'), ${ROWS})`),
  };
}

/** @returns the mean duration of `times` calls in milliseconds */
async function meanMs(times, work) {
  const startMs = performance.now();
  for (let time = 0; time < times; time++) await work();
  return (performance.now() - startMs) / times;
}
