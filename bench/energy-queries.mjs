/**
 * Benchmarks the energy routes over HTTP on both databases, with more than a year of stored sums: statistics for 25
 * meters over 9,000 hours, and daily totals for 10 meters over a year. Rows of hours and days are inserted directly,
 * because only the queries are measured.
 */
import { startApi } from './api-process.mjs';
import { hasMariaDb, startMariaDb, startPostgres } from './databases.mjs';
import { FIRST, insertEnergy, ZONE } from './energy-rows.mjs';
import { cpuMs } from './process-usage.mjs';
import { format, median } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';

const METERS = 25;
/** Requests before the measurement, during which V8 compiles and optimizes the code. */
const WARM_UP = 2000;
const REQUESTS = 150;
const PATHS = {
  'stats over 9,000 hours of 25 meters':
    '/api/energy/stats?areaId=1&period=custom&from=2026-01-10T23:00Z&to=2027-01-20T23:00Z',
  'a year by day of 10 meters': '/api/energy/details?areaId=2&from=2025-01-01&to=2026-01-01&interval=day',
};

await runBenchmark(async (scope) => {
  // The benchmark queues no jobs, but the api does not start without a queue.
  const queueUrl = `${await startPostgres(scope)}/bench`;
  await measure(scope, 'PostgreSQL', queueUrl, queueUrl);
  if (await hasMariaDb()) {
    await measure(scope, 'MariaDB', `${await startMariaDb(scope, { durable: true })}/bench`, queueUrl);
  }
});

async function measure(scope, name, databaseUrl, queueUrl) {
  const api = await startApi(scope, databaseUrl, {
    PLATFORM_TIMEZONE: ZONE,
    QUEUE_URL: queueUrl,
  });
  await makeAreas(api);
  await insertEnergy(scope, databaseUrl);
  for (const [title, path] of Object.entries(PATHS)) {
    for (let request = 0; request < WARM_UP; request++) await api.read(path);
    const milliseconds = [];
    const beforeMs = cpuMs(api.pid);
    for (let request = 0; request < REQUESTS; request++) {
      const startMs = performance.now();
      await api.read(path);
      milliseconds.push(performance.now() - startMs);
    }
    const usedMs = (cpuMs(api.pid) - beforeMs) / REQUESTS;
    console.log(
      `${name}, ${title}: median ${format(median(milliseconds))} ms, ${format(usedMs)} ms of CPU of the api`,
    );
  }
}

async function makeAreas({ put }) {
  const meters = Array.from({ length: METERS }, (_, index) => ({
    pointCode: `METER-${index}`,
    kind: 'interval',
    intervalSeconds: 3600,
    since: new Date(FIRST).toISOString(),
  }));
  const areas = [
    { name: 'Building', meters },
    { name: 'Hall', meters: meters.slice(0, 10) },
  ];
  await put('/api/energy/areas', { areas });
}
