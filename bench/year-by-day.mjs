/**
 * What keeping sums is worth: a year by day of an area with ten one-minute meters (5.3 million readings) from the
 * api, signed in, over HTTP, beside a scan that adds up the same days from the readings. Both must say the same.
 * The readings are inserted in bulk; the sums are the product's own, by its rebuild.
 */
import { createRequire } from 'node:module';
import { startApi } from './api-process.mjs';
import { built } from './built.mjs';
import { startPostgres } from './databases.mjs';
import { format, inRounds, median, medianRatio } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';

const { Client } = createRequire(import.meta.url)('pg');

const METERS = 10;
const ZONE = 'Europe/Berlin';
const FROM = '2025-01-01T00:00:00+01:00';
const TO = '2026-01-01T00:00:00+01:00';
const PATH = `/api/energy/details?areaId=1&from=2025-01-01&to=2026-01-01&interval=day`;
const ROUNDS = 2;
const GETS_PER_ROUND = 20;
const AIM = 30;

/** A step counts for the day that it ends in: one that ends at midnight for the day before. */
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
  const milliseconds = await inRounds(ROUNDS, {
    api: () => meanOf(GETS_PER_ROUND, async () => (points = await api.get(PATH))),
    scan: () => meanOf(1, async () => (days = (await client.query(SCAN, [FROM, TO, ZONE])).rows)),
  });
  assertSame(points, days);
  console.log(
    `A year by day of ${METERS} one-minute meters: ${format(median(milliseconds.api))} ms over HTTP, ` +
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

/** Registers that rise, by night a little slower than by day. */
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
  // As the server does by itself after a while: the scan shall be planned well.
  await client.query('ANALYZE reading');
}

async function rebuildSums(databaseUrl) {
  process.env.DATABASE_URL = databaseUrl;
  const { createDataSource, MeterEntity } = built('libs/entities/src');
  const { MeterUpkeepService, RollupService } = built('libs/domain/src');
  const dataSource = await createDataSource(databaseUrl).initialize();
  // A rebuild needs no more of its collaborators.
  const upkeep = new MeterUpkeepService(dataSource, new RollupService());
  await dataSource.manager.updateAll(MeterEntity, { rebuildRequestedAt: new Date() });
  const meters = await dataSource.manager.find(MeterEntity);
  const { signal } = new AbortController();
  await Promise.all(meters.map(({ id }) => upkeep.rebuild(id, signal)));
  await dataSource.destroy();
}

function assertSame(points, days) {
  const differs = points.some(({ value }, index) => Math.abs(value - days[index]?.energy) > 0.0006);
  if (differs || points.length !== days.length) throw new Error('The sums and the scan do not agree.');
}

async function meanOf(times, work) {
  const startMs = performance.now();
  for (let time = 0; time < times; time++) await work();
  return (performance.now() - startMs) / times;
}
