/** Runs `ingestion.mjs` on one database. `DATABASE_URL` must name a new database. */
import 'reflect-metadata';
import { connectBare } from './bare-insert.mjs';
import { built } from './built.mjs';
import { format, inRounds, median, medianRatio } from './rounds.mjs';

const ROUNDS = 5;
const AIM = 0.3;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2025, 0, 1);

const WORKLOADS = [
  { what: 'one-minute register readings', kind: 'cumulative', stepMs: MINUTE_MS, meters: 4, days: 30 },
  { what: 'hourly interval readings', kind: 'interval', stepMs: HOUR_MS, meters: 20, days: 365 },
];

const { createDataSource, MeterEntity, prepareDatabase } = built('libs/entities/src');
const { ReadingIntakeService } = built('libs/domain/src/metering/meters/reading-intake.service.js');
const { RollupService } = built('libs/domain/src/metering/meters/rollup.service.js');
const { HistoryWindow } = built('libs/domain/src/metering/arithmetic/history-window.js');
const { newMeter } = built('libs/domain/src/metering/meters/meter-settings.js');

let meterNumber = 0;
let bareMeterId = 0;

const [database] = process.argv.slice(2);
const url = process.env.DATABASE_URL;
await prepareDatabase(url);
const dataSource = await createDataSource(url).initialize();
const intake = new ReadingIntakeService(dataSource, new RollupService());
const bare = await connectBare(url);

for (const workload of WORKLOADS) {
  const { product, insert } = await inRounds(ROUNDS, {
    product: () => takeIn(workload),
    insert: () => insertBare(workload),
  });
  await assertSameReadings();
  const ratio = medianRatio(product, insert);
  console.log(
    `${database}, ${workload.what}: ${format(median(product))} readings/s stored and rolled up, ` +
      `${format(median(insert))} readings/s by bare insert: ${ratio.toFixed(2)} (aim ${AIM})`,
  );
}
await bare.end();
await dataSource.destroy();

/**
 * Stores the readings with the product.
 * @returns readings per second
 */
async function takeIn(workload) {
  const meters = await makeMeters(workload);
  const histories = meters.map((meter) => ({ meter, windows: windowsOf(historyOf(workload), workload) }));
  return rate(workload, async () => {
    for (const { meter, windows } of histories) {
      for (const { toMs, readings } of windows) {
        await intake.take(meter.id, readings, { progress: () => ({ backfilledTo: new Date(toMs) }) });
      }
    }
  });
}

/**
 * Inserts the same readings with the bare driver, for meter ids that exist only in the bare table.
 * @returns readings per second
 */
async function insertBare(workload) {
  const histories = Array.from({ length: workload.meters }, () => historyOf(workload));
  return rate(workload, async () => {
    for (const readings of histories) await bare.insert(++bareMeterId, readings);
  });
}

async function rate({ meters, days, stepMs }, work) {
  const startMs = performance.now();
  await work();
  return (meters * days * (DAY_MS / stepMs) * 1000) / (performance.now() - startMs);
}

function makeMeters({ kind, stepMs, meters, days }) {
  const nowMs = START_MS + days * DAY_MS;
  const inputs = Array.from({ length: meters }, () => ({
    pointCode: `METER-${++meterNumber}`,
    kind,
    intervalSeconds: stepMs / 1000,
    since: new Date(START_MS).toISOString(),
  }));
  return dataSource.manager.save(
    MeterEntity,
    inputs.map((input) => dataSource.manager.create(MeterEntity, newMeter(input, nowMs, 'Europe/Berlin'))),
  );
}

/** Returns the readings of one meter: the values of a rising register, or the energy of each interval. */
function historyOf({ kind, stepMs, days }) {
  let register = 1000;
  return Array.from({ length: days * (DAY_MS / stepMs) }, (_, index) => {
    const used = Math.round(1000 * Math.random()) / 1000;
    register += used;
    return {
      atMs: START_MS + index * stepMs,
      value: kind === 'cumulative' ? Math.round(register * 1000) / 1000 : used,
      quality: 0,
    };
  });
}

/**
 * Splits the readings into windows as the product does. A window grows until it has the preferred number of readings.
 */
function windowsOf(readings, { days, stepMs }) {
  const endMs = START_MS + days * DAY_MS;
  const window = new HistoryWindow();
  const windows = [];
  for (let fromMs = START_MS; fromMs < endMs;) {
    const toMs = window.endOf(fromMs, endMs);
    const held = readings.slice((fromMs - START_MS) / stepMs, (toMs - START_MS) / stepMs);
    window.held(held.length);
    windows.push({ toMs, readings: held });
    fromMs = toMs;
  }
  return windows;
}

/** Checks that the product and the bare driver have stored the same number of readings. */
async function assertSameReadings() {
  const [{ taken }] = await dataSource.query('SELECT count(*) AS taken FROM reading');
  const [{ inserted }] = await dataSource.query('SELECT count(*) AS inserted FROM bare_reading');
  if (Number(taken) !== Number(inserted))
    throw new Error(`The product stored ${taken} readings, but the bare driver stored ${inserted}.`);
}
