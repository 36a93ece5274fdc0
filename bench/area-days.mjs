/**
 * Benchmarks the daily energy of a year over HTTP, for one area and for 100 areas, on both databases. Baselines: a
 * query of the same day rows by the bare driver, and a scan of the stored hours. Each area has one meter. The rows are
 * inserted directly.
 */
import { startApi } from './api-process.mjs';
import { hasMariaDb, startMariaDb, startPostgres } from './databases.mjs';
import { FIRST, insertEnergy, ZONE } from './energy-rows.mjs';
import { cpuMs } from './process-usage.mjs';
import { format, inRounds, median, medianRatio } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';

const AREAS = 100;
const ROUNDS = 5;
const RANGE = 'from=2025-01-01&to=2026-01-01&interval=day';
const YEAR = [new Date(FIRST), new Date('2025-12-31T23:00Z')];

await runBenchmark(async (scope) => {
  // The benchmark queues no jobs, but the api does not start without a queue.
  const queueUrl = `${await startPostgres(scope)}/bench`;
  await measureOn(scope, 'PostgreSQL', queueUrl, queueUrl);
  if (!(await hasMariaDb())) return;
  await measureOn(scope, 'MariaDB', `${await startMariaDb(scope, { durable: true })}/bench`, queueUrl);
});

async function measureOn(scope, database, databaseUrl, queueUrl) {
  const api = await startApi(scope, databaseUrl, { PLATFORM_TIMEZONE: ZONE, QUEUE_URL: queueUrl });
  await makeAreas(api);
  const { query } = await insertEnergy(scope, databaseUrl);
  const ids = (await query('SELECT id FROM meter ORDER BY id')).map(({ id }) => id);
  const place = databaseUrl.startsWith('mysql') ? () => '?' : (index) => `$${index}`;
  const select = (columns, table, instant) => (meters) => {
    const [first, last] = [place(1), place(2)];
    return query(
      `SELECT ${columns} FROM ${table} WHERE meter_id IN (${meters.join(', ')}) AND ${instant} >= ${first} AND ${instant} < ${last}`,
      YEAR,
    );
  };
  const queryOf = select('meter_id, starts_at, energy, covered, cuts, packed', 'meter_day', 'starts_at');
  const scanOf = select('SUM(energy0 + energy1 + energy2 + energy3) AS energy', 'meter_hour', 'hour');
  await measure(api, `${database}, one area`, { path: `areaId=1&${RANGE}`, warmUp: 3000, requests: 50 }, [
    () => queryOf(ids.slice(0, 1)),
    () => scanOf(ids.slice(0, 1)),
  ]);
  await measure(api, `${database}, ${AREAS} areas`, { path: RANGE, warmUp: 50, requests: 3 }, [
    () => queryOf(ids),
    () => scanOf(ids),
  ]);
}

/**
 * Sends `warmUp` requests before the measurement, during which V8 compiles and optimizes the code. The client reads all
 * bytes of a response, and does not parse them.
 */
async function measure({ pid, read }, title, { path, warmUp, requests }, [queryDays, scanHours]) {
  const request = () => read(`/api/energy/details?${path}`);
  for (let time = 0; time < warmUp; time++) await request();
  const usedMs = [];
  const { http, bare, scan } = await inRounds(ROUNDS, {
    http: async () => {
      const beforeMs = cpuMs(pid);
      const elapsedMs = await meanOf(requests, request);
      usedMs.push((cpuMs(pid) - beforeMs) / requests);
      return elapsedMs;
    },
    bare: () => meanOf(requests, queryDays),
    scan: () => meanOf(requests, scanHours),
  });
  console.log(
    `${title}: ${format(median(http))} ms over HTTP and ${format(median(usedMs))} ms of CPU of the api; ` +
      `bare query ${format(median(bare))} ms: ${medianRatio(bare, http).toFixed(2)}; ` +
      `scan of the hours ${format(median(scan))} ms: ${medianRatio(scan, http).toFixed(2)}`,
  );
}

async function makeAreas({ put }) {
  const areas = Array.from({ length: AREAS }, (_, index) => ({
    name: `Area ${index}`,
    meters: [
      {
        pointCode: `METER-${index}`,
        kind: 'interval',
        intervalSeconds: 3600,
        since: new Date(FIRST).toISOString(),
      },
    ],
  }));
  await put('/api/energy/areas', { areas });
}

/** @returns the mean duration of `times` calls in milliseconds */
async function meanOf(times, work) {
  const startMs = performance.now();
  for (let time = 0; time < times; time++) await work();
  return (performance.now() - startMs) / times;
}
