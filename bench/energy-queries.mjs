/**
 * Benchmarks the energy routes over HTTP on both databases, with two years of stored sums: statistics for 25 meters over
 * 9,000 hours, daily totals for 10 meters over a year, and the pictures, bills and ranking of a year. Rows of hours and
 * days are inserted directly, because only the queries are measured.
 */
import { startApi } from './api-process.mjs';
import { hasMariaDb, startMariaDb, startPostgres } from './databases.mjs';
import { FIRST, HOURS, insertEnergy, ZONE } from './energy-rows.mjs';
import { cpuMs } from './process-usage.mjs';
import { format, median } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';

const METERS = 25;
const RANKED_AREAS = 100;
/** The stored hours of all meters. Meters that no request reads have those of them that are missing. */
const ROWS = Number(process.env.ENERGY_ROWS ?? METERS * HOURS);
/** Requests before the measurement, during which V8 compiles and optimizes the code. */
const WARM_UP = 1000;
/** No more of them are sent after this time. */
const WARM_UP_MS = 5000;
const REQUESTS = 30;
const METHODS = ['dailyChangePoint', 'hourlyTimeOfWeek', 'monthlyDegreeDays'];
const PATHS = {
  'stats over 9,000 hours of 25 meters':
    '/api/energy/stats?areaId=1&period=custom&from=2026-01-10T23:00Z&to=2027-01-20T23:00Z',
  'a year by day of 10 meters': '/api/energy/details?areaId=2&from=2025-01-01&to=2026-01-01&interval=day',
  'heat map of a year of 25 meters': '/api/energy/heat-map?areaId=1&from=2025-01-01&to=2026-01-01',
  'load duration curve of a year of 25 meters':
    '/api/energy/duration-curve?areaId=1&from=2025-01-01&to=2026-01-01',
  'demand of a year by month of 25 meters':
    '/api/energy/demand?areaId=1&from=2025-01-01&to=2026-01-01&interval=month',
  'bills of a year of 25 meters': '/api/energy/bills?contractId=1&from=2026-01-01&to=2027-01-01',
  'shares of the bills of a year': '/api/energy/bills/shares?contractId=1&from=2026-01-01&to=2027-01-01',
  'balance of a year by month': '/api/energy/balance?from=2025-01-01&to=2026-01-01&interval=month',
  'typical days of a year of 25 meters': '/api/energy/typical-days?areaId=1&from=2025-01-01&to=2026-01-01',
  'explanation of a month of 25 meters':
    '/api/energy/explain?areaId=1&metric=energy&energyType=electricity&from=2025-06-01&to=2025-07-01',
  'degree days of a year by month':
    '/api/energy/degree-days?from=2025-01-01&to=2026-01-01&interval=month&kind=heating&baseC=15&method=dailyMean',
  ...Object.fromEntries(
    METHODS.map((method, index) => [
      `savings of eleven months, ${method}`,
      `/api/energy/baselines/${index + 1}/savings?from=2026-01-01&to=2026-12-01&interval=month`,
    ]),
  ),
  [`ranking of ${RANKED_AREAS} areas by a year`]: '/api/energy/benchmarks?from=2025-01-01&to=2026-01-01',
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
  await makeContract(api);
  await makeBaselines(api);
  await insertEnergy(scope, databaseUrl);
  for (const id of METHODS.keys()) await assertFit(api, id + 1);
  for (const [title, path] of Object.entries(PATHS)) {
    const warmUpEndMs = performance.now() + WARM_UP_MS;
    for (let request = 0; request < WARM_UP && performance.now() < warmUpEndMs; request++)
      await api.read(path);
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
  const meters = Array.from({ length: Math.max(METERS, Math.round(ROWS / HOURS)) }, (_, index) => ({
    pointCode: `METER-${index}`,
    kind: 'interval',
    intervalSeconds: 3600,
    since: new Date(FIRST).toISOString(),
  }));
  const read = meters.slice(0, METERS);
  const areas = [
    { name: 'Building', meters: read },
    { name: 'Hall', meters: read.slice(0, 10) },
    ...Array.from({ length: RANKED_AREAS }, (_, index) => ({
      name: `Tenant ${index + 1}`,
      floorAreaM2: 100 + index,
      meters: [read[index % METERS]],
    })),
    { name: 'Others', meters: meters.slice(METERS) },
  ];
  await put('/api/energy/areas', { areas });
}

/** Without a fit, savings would be empty. */
async function assertFit({ get }, id) {
  const { missing } = await get(`/api/energy/baselines/${id}`);
  if (missing !== null) throw new Error(`Baseline ${id} has no fit: ${missing.message}`);
}

/** A baseline for each method. The outdoor temperature gets hours like a meter. */
async function makeBaselines({ put, post }) {
  await put('/api/configs', { weather: { temperaturePointCode: 'TEMPERATURE' } });
  for (const method of METHODS) {
    await post('/api/energy/baselines', {
      name: method,
      areaId: 1,
      method,
      from: '2025-01-01',
      to: '2026-01-01',
      reportingFrom: '2026-01-01',
    });
  }
}

/** Prices by the time of the week, and a demand that depends on 12 months. */
async function makeContract({ put, post }) {
  await put('/api/configs', { tariffs: { electricity: { currency: 'EUR', default: 0.25 } } });
  await post('/api/energy/contracts', {
    name: 'Utility',
    areaId: 1,
    currency: 'EUR',
    parts: [
      {
        validFrom: '2025-01-01',
        standing: { perMonth: 42.5 },
        energy: {
          periods: [
            { days: [1, 2, 3, 4, 5], from: '07:00', to: '20:00', pricePerKwh: 0.21 },
            { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00', pricePerKwh: 0.17 },
          ],
        },
        demand: { pricePerKw: 8.9, basis: 'ratchet', ratchetShare: 0.8 },
        leviesPerKwh: 0.02,
        vatPercent: 19,
      },
    ],
  });
}
