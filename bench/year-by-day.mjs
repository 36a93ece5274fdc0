/**
 * Measures how much time stored sums save: it compares the energy route of a warm process with a scan of all readings
 * of a year.
 */
import { createRequire } from 'node:module';
import { startApi } from './api-process.mjs';
import { built } from './built.mjs';
import { startPostgres } from './databases.mjs';
import { cpuMs } from './process-usage.mjs';
import { format, inRounds, median, medianRatio } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';

const { Client } = createRequire(import.meta.url)('pg');

const METERS = 10;
const ZONE = 'Europe/Berlin';
const FROM = '2025-01-01T00:00:00+01:00';
const TO = '2026-01-01T00:00:00+01:00';
const PATH = `/api/energy/details?areaId=1&from=2025-01-01&to=2026-01-01&interval=day`;
/** Requests before the measurement, during which V8 compiles and optimizes the code. */
const WARM_UP = 500;
const ROUNDS = 2;
const GETS_PER_ROUND = 100;
const AIM = 30;

/**
 * The energy between two readings counts for the day of the later reading. If the later reading is at midnight, the
 * energy counts for the day that ends there.
 */
const SCAN = `
  SELECT ((at - interval '1 millisecond') AT TIME ZONE $3)::date AS day, sum(greatest(value - previous, 0)) AS energy
  FROM (SELECT at, value, lag(value) OVER (PARTITION BY meter_id ORDER BY at) AS previous
        FROM reading WHERE at >= $1 AND at <= $2) AS steps
  WHERE previous IS NOT NULL GROUP BY day ORDER BY day`;

await runBenchmark(async (scope) => {
  const databaseUrl = `${await startPostgres(scope)}/bench`;
  const api = await startApi(scope, databaseUrl, { PLATFORM_TIMEZONE: ZONE });
  await makeArea(api);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  scope.atEnd(() => client.end());
  await insertReadings(client);
  await rebuildSums(databaseUrl);

  let points;
  let days;
  for (let request = 0; request < WARM_UP; request++) await api.get(PATH);
  const usedMs = [];
  const milliseconds = await inRounds(ROUNDS, {
    api: async () => {
      const beforeMs = cpuMs(api.pid);
      const elapsedMs = await medianOf(GETS_PER_ROUND, async () => (points = await api.get(PATH)));
      usedMs.push((cpuMs(api.pid) - beforeMs) / GETS_PER_ROUND);
      return elapsedMs;
    },
    scan: () => medianOf(1, async () => (days = (await client.query(SCAN, [FROM, TO, ZONE])).rows)),
  });
  assertSame(points, days);
  console.log(
    `A year by day of ${METERS} one-minute meters: ${format(median(milliseconds.api))} ms over HTTP ` +
      `(${format(median(usedMs))} ms of CPU of the api), ` +
      `${format(median(milliseconds.scan))} ms by scan: ` +
      `${format(medianRatio(milliseconds.scan, milliseconds.api))} times faster (aim ${AIM})`,
  );
});

async function makeArea({ put }) {
  const meters = Array.from({ length: METERS }, (_, index) => ({
    pointCode: `METER-${index}`,
    kind: 'cumulative',
    intervalSeconds: 60,
    since: FROM,
  }));
  await put('/api/energy/areas', { areas: [{ name: 'Campus', meters }] });
}

/** Inserts the readings of registers that rise a little more slowly at night. */
async function insertReadings(client) {
  await client.query('SET synchronous_commit = off');
  const minutes = (Date.parse(TO) - Date.parse(FROM)) / 60_000;
  await client.query(
    `INSERT INTO reading (meter_id, at, value, quality)
     SELECT id, $1::timestamptz + minute * interval '1 minute',
       floor(minute * (10 + id) - 500 * cos(minute * 2 * pi() / 1440)) / 1000, 0
     FROM meter, generate_series(0, $2::int) AS minute`,
    [FROM, minutes],
  );
  // Updates the planner's statistics, as autovacuum would do later, so that the scan gets a good plan.
  await client.query('ANALYZE reading');
}

async function rebuildSums(databaseUrl) {
  process.env.DATABASE_URL = databaseUrl;
  const { createDataSource, MeterEntity } = built('libs/entities/src');
  const { MeterUpkeepService } = built('libs/domain/src/metering/meters/meter-upkeep.service.js');
  const { RollupService } = built('libs/domain/src/metering/meters/rollup.service.js');
  const dataSource = await createDataSource(databaseUrl).initialize();
  // Other dependencies are missing, because `rebuild` uses only these two.
  const upkeep = new MeterUpkeepService(dataSource, new RollupService());
  await dataSource.manager.updateAll(MeterEntity, { rebuildRequestedAt: new Date() });
  const meters = await dataSource.manager.find(MeterEntity);
  const { signal } = new AbortController();
  await Promise.all(meters.map(({ id }) => upkeep.rebuild(id, signal)));
  await dataSource.destroy();
}

function assertSame(points, days) {
  const differs = points.some(({ value }, index) => Math.abs(value - days[index]?.energy) > 0.0006);
  if (differs || points.length !== days.length)
    throw new Error('The stored sums differ from the sums that were computed from all readings.');
}

/** @returns the median duration of `times` calls in milliseconds */
async function medianOf(times, work) {
  const milliseconds = [];
  for (let time = 0; time < times; time++) {
    const startMs = performance.now();
    await work();
    milliseconds.push(performance.now() - startMs);
  }
  return median(milliseconds);
}
