/**
 * Benchmarks exports of a million rows to CSV files, over HTTP with a worker, on PostgreSQL and, if installed, on
 * MariaDB. Baseline: the database's own client (psql with `\copy`, or mariadb), which writes the same rows in the same
 * order to a file. For energy, the product computes figures from the stored hours of the meters; the baseline only
 * writes these hours. An export is timed from the request until the file is complete. `EXPORT_ROWS` is the number of
 * faults and alerts, by default a million.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { startApi, startService } from './api-process.mjs';
import { builtPath } from './built.mjs';
import { hasMariaDb, hasRedis, startMariaDb, startPostgres, startRedis } from './databases.mjs';
import { FIRST, insertEnergy, ZONE } from './energy-rows.mjs';
import { dialects } from './list-rows.mjs';
import { peakMemoryMib } from './process-usage.mjs';
import { format, inRounds, median, medianRatio } from './rounds.mjs';
import { runBenchmark, runPart } from './scope.mjs';

const ROWS = Number(process.env.EXPORT_ROWS ?? 1_000_000);
const ROUNDS = 3;
const AIM = 0.4;
const MEMORY_AIM_MIB = 150;
/** Each meter has 18,000 hours. */
const METERS = 56;
const HOURS = 18_000;
const HOUR_MS = 3_600_000;

const RECORDS = {
  statements: ({ at }) => [
    {
      share: 1,
      insert: `INSERT INTO fault (id, title, description, severity, status, reported_at, resolved_at)
        SELECT n, CONCAT('Pump ', n, ' vibrates'), 'The bearing is worn, "again".',
          CASE WHEN n % 3 = 0 THEN 'major' ELSE 'minor' END, CASE WHEN n % 4 = 0 THEN 'open' ELSE 'resolved' END,
          ${at}, CASE WHEN n % 4 = 0 THEN NULL ELSE ${at} + INTERVAL '90' MINUTE END`,
    },
    {
      share: 1,
      insert: `INSERT INTO alert (id, source, type, originator, origin_key, severity, state, acknowledged, point_code,
          title, message, value, threshold, occurrences, raised_at, last_raised_at, cleared_at, cleared_by)
        SELECT n, 'rule', 'threshold', CONCAT('POINT-', n), CONCAT('key-', n),
          CASE WHEN n % 3 = 0 THEN 'major' ELSE 'warning' END, 'cleared', (n < 0), CONCAT('POINT-', n),
          'Temperature is high', CONCAT('The value is above ', n % 40), '41.5', 40, 1, ${at}, ${at},
          ${at} + INTERVAL '10' MINUTE, 'gateway'`,
    },
  ],
  tables: ['fault', 'alert'],
};
const RECORD_RANGE = { from: '2026-01-01', to: '2026-02-01' };
const ENERGY_RANGE = {
  from: new Date(FIRST).toISOString(),
  to: new Date(FIRST + HOURS * HOUR_MS).toISOString(),
};
const FAULT_COLUMNS = `id, title, description, severity, status, object_id, area_id, alert_id, assignee_id, root_cause,
  reported_at, started_at, resolved_at`;
const ALERT_COLUMNS = `id, source, type, originator, severity, state, acknowledged, point_code, area_id, title, message,
  value, threshold, occurrences, raised_at, last_raised_at, acknowledged_at, acknowledged_by, cleared_at, cleared_by,
  shelved_until, shelved_by, shelve_reason`;
const HOUR_COLUMNS =
  'hour, meter_id, energy0 + energy1 + energy2 + energy3 AS energy, covered0, covered1, covered2, covered3';

const EXPORTS = [
  {
    type: 'faults',
    range: RECORD_RANGE,
    rows: ROWS,
    select: `SELECT ${FAULT_COLUMNS} FROM fault ORDER BY reported_at, id`,
  },
  {
    type: 'alarms',
    range: RECORD_RANGE,
    rows: ROWS,
    select: `SELECT ${ALERT_COLUMNS} FROM alert ORDER BY raised_at, id`,
  },
  {
    type: 'energy',
    range: ENERGY_RANGE,
    rows: METERS * HOURS,
    select: `SELECT ${HOUR_COLUMNS} FROM meter_hour ORDER BY hour, meter_id`,
  },
];

await runBenchmark(async (scope) => {
  if (hasClient('psql')) {
    const postgres = `${await startPostgres(scope)}/bench`;
    await runPart(scope, (part) => measureOn(part, 'PostgreSQL', postgres, postgres, dumpWithPsql));
  } else console.log('psql is not installed, so PostgreSQL is left out.');
  if (!(await hasMariaDb()) || !(await hasRedis()) || !hasClient('mariadb')) return;
  const mariaDb = `${await startMariaDb(scope, { durable: true })}/bench`;
  const redis = await startRedis(scope);
  await runPart(scope, (part) => measureOn(part, 'MariaDB', mariaDb, redis, dumpWithMariaDb));
});

async function measureOn(scope, database, databaseUrl, queueUrl, dump) {
  const environment = {
    QUEUE_URL: queueUrl,
    JWT_SECRET: 'a secret that is for this benchmark alone',
    PLATFORM_TIMEZONE: ZONE,
  };
  const api = await startApi(scope, databaseUrl, environment);
  const meters = Array.from({ length: METERS }, (_, index) => ({
    pointCode: `METER-${index}`,
    kind: 'cumulative',
  }));
  const areas = meters.map((meter, index) => ({ name: `Floor ${index}`, meters: [meter] }));
  await api.put('/api/energy/areas', { areas });
  await insertEnergy(scope, databaseUrl);
  await dialects[databaseUrl.startsWith('mysql') ? 'mysql' : 'postgres'].fill(databaseUrl, ROWS, RECORDS);
  const worker = await startService(scope, builtPath('apps/worker/src/main.js'), databaseUrl, environment);
  const idleMib = peakMemoryMib(worker.pid);
  for (const { type, range, rows, select } of EXPORTS) {
    const file = join(scope.folder, `${type}.txt`);
    const { product, client } = await inRounds(ROUNDS, {
      product: () => rate(rows, () => exportRows(api, type, range)),
      client: () => rate(rows, () => dump(databaseUrl, select, file)),
    });
    console.log(
      `${database}, ${type}: ${format(median(product))} rows/s exported, ${format(median(client))} rows/s by the ` +
        `client: ${medianRatio(product, client).toFixed(2)} (aim ${AIM})`,
    );
  }
  console.log(
    `${database}: peak memory of the worker ${format(peakMemoryMib(worker.pid))} MiB (aim ${MEMORY_AIM_MIB}; ` +
      `${format(idleMib)} MiB after its start)`,
  );
}

async function exportRows({ get, post }, type, range) {
  const { jobId } = await post('/api/reports/export', { type, ...range });
  for (;;) {
    const { status, error } = await get(`/api/reports/export/${jobId}`);
    if (status === 'completed') return;
    if (status === 'failed') throw new Error(`The export failed: ${error}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function hasClient(name) {
  return spawnSync(name, ['--version']).status === 0;
}

async function dumpWithPsql(url, select, file) {
  const copy = `\\copy (${oneLine(select)}) TO '${file}' CSV HEADER`;
  await runClient('psql', ['--quiet', '--no-psqlrc', url, '-c', copy], 'ignore');
}

/** With `--quick`, the client writes rows as they arrive, instead of after the last one. */
async function dumpWithMariaDb(databaseUrl, select, file) {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const account = ['--host', hostname, '--port', port, '--user', decodeURIComponent(username)];
  const output = openSync(file, 'w');
  try {
    const secret = `--password=${decodeURIComponent(password)}`;
    const options = ['--no-defaults', ...account, secret, '--batch', '--quick', '--execute', oneLine(select)];
    await runClient('mariadb', [...options, pathname.slice(1)], output);
  } finally {
    closeSync(output);
  }
}

async function runClient(program, args, output) {
  const child = spawn(program, args, { stdio: ['ignore', output, 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${program} ended with exit code ${code}.`);
}

function oneLine(sql) {
  return sql.replaceAll(/\s+/g, ' ');
}

/** @returns rows per second */
async function rate(rows, work) {
  const startMs = performance.now();
  await work();
  return (rows * 1000) / (performance.now() - startMs);
}
