/**
 * Energy over HTTP from a year and more of sums, on both databases: statistics over 9,000 hours of 25 meters, and a year
 * by day of 10 of them. The hours and days are inserted as rows, because only the queries are measured.
 */
import { createRequire } from 'node:module';
import { startApi } from './api-process.mjs';
import { hasMariaDb, startMariaDb, startPostgres } from './databases.mjs';
import { format, median } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';

const require = createRequire(import.meta.url);

const METERS = 25;
const HOURS = 18_000;
const FIRST = Date.parse('2024-12-31T23:00Z');
const REQUESTS = 15;
const PATHS = {
  'stats over 9,000 hours of 25 meters':
    '/api/energy/stats?areaId=1&period=custom&from=2026-01-10T23:00Z&to=2027-01-20T23:00Z',
  'a year by day of 10 meters': '/api/energy/details?areaId=2&from=2025-01-01&to=2026-01-01&interval=day',
};

const ENERGY = (quarter) => `(meter.id * 1000 + (n * 7919 + ${quarter} * 31) % 100000)`;
const HOUR_COLUMNS = `meter_id, hour, energy0, energy1, energy2, energy3, covered0, covered1, covered2, covered3, cuts`;
const HOUR_VALUES = `${[0, 1, 2, 3].map(ENERGY).join(', ')}, 900000, 900000, 900000, 900000, 0`;
const DAY_COLUMNS = 'meter_id, starts_at, energy, covered, cuts';

await runBenchmark(async (scope) => {
  // Nothing is queued: the queue is there because the api wants one.
  const queueUrl = `${await startPostgres(scope)}/bench`;
  await measure(scope, 'PostgreSQL', queueUrl, queueUrl);
  if (await hasMariaDb()) {
    await measure(scope, 'MariaDB', `${await startMariaDb(scope, { durable: true })}/bench`, queueUrl);
  }
});

async function measure(scope, name, databaseUrl, queueUrl) {
  const api = await startApi(scope, databaseUrl, {
    PLATFORM_TIMEZONE: 'Europe/Berlin',
    QUEUE_URL: queueUrl,
  });
  await makeAreas(api);
  await (name === 'MariaDB' ? insertInMariaDb : insertInPostgres)(scope, databaseUrl);
  for (const [title, path] of Object.entries(PATHS)) {
    const milliseconds = [];
    for (let request = 0; request <= REQUESTS; request++) {
      const startMs = performance.now();
      await api.get(path);
      // The first one compiles code.
      if (request > 0) milliseconds.push(performance.now() - startMs);
    }
    console.log(`${name}, ${title}: median ${format(median(milliseconds))} ms`);
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

async function insertInPostgres({ atEnd }, databaseUrl) {
  const { Client } = require('pg');
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  atEnd(() => client.end());
  await client.query(
    `INSERT INTO meter_hour (${HOUR_COLUMNS}) SELECT meter.id, $1::timestamptz + n * interval '1 hour', ${HOUR_VALUES}
     FROM meter, generate_series(0, $2::int - 1) AS n`,
    [new Date(FIRST), HOURS],
  );
  await client.query(
    `INSERT INTO meter_day (${DAY_COLUMNS})
     SELECT meter.id, (date '2025-01-01' + n)::timestamp AT TIME ZONE 'Europe/Berlin', 1000000 + n, 86400000, 0
     FROM meter, generate_series(0, 364) AS n`,
  );
  await client.query('ANALYZE meter_hour, meter_day');
}

async function insertInMariaDb({ atEnd }, databaseUrl) {
  const connection = await require('mysql2/promise').createConnection({ uri: databaseUrl, timezone: 'Z' });
  atEnd(() => connection.end());
  await connection.query(
    `INSERT INTO meter_hour (${HOUR_COLUMNS}) SELECT meter.id, ? + INTERVAL n HOUR, ${HOUR_VALUES}
     FROM meter, (SELECT seq AS n FROM seq_0_to_${HOURS - 1}) AS numbers`,
    [new Date(FIRST)],
  );
  // Days of UTC, an hour or two off: as many rows, and as many of them within the range.
  await connection.query(
    `INSERT INTO meter_day (${DAY_COLUMNS}) SELECT meter.id, ? + INTERVAL n DAY, 1000000 + n, 86400000, 0
     FROM meter, (SELECT seq AS n FROM seq_0_to_364) AS numbers`,
    [new Date(FIRST)],
  );
  await connection.query('ANALYZE TABLE meter_hour, meter_day');
}
