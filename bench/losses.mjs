/**
 * Benchmarks tests of all loss rules over a year. The rules of an area read the stored hours over HTTP, compared with a
 * bare query of the same hours, on both databases. The rules of an air handling unit read values of every minute, compared
 * with `JSON.parse` of the same answers of a gateway. The answers are in memory, so the gateway is not measured.
 */
import 'reflect-metadata';
import { startApi } from './api-process.mjs';
import { built } from './built.mjs';
import { hasMariaDb, startMariaDb, startPostgres } from './databases.mjs';
import { FIRST, insertEnergy, ZONE } from './energy-rows.mjs';
import { cpuMs } from './process-usage.mjs';
import { format, inRounds, median, medianRatio } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';

const { AIR_RULES, LOSS_RULES } = built('libs/entities/src');
const { jsonExcess } = built('libs/kernel/src');
const { readHistory } = built('libs/gateway-client/src/point-answers.js');
const { AirHandlersService } = built('libs/domain/src/operations/losses/air-handlers.service.js');
const { LossJudgeService } = built('libs/domain/src/operations/losses/loss-judge.service.js');
const { bucketsBetween } = built('libs/domain/src/metering/arithmetic/calendar.js');

const METERS = 10;
const WARM_UP = 10;
const ROUNDS = 3;
const AIM_MS = 2000;
const MINUTE_MS = 60_000;
const END = Date.parse('2025-12-31T23:00Z');
const [BASELINE_FROM, BASELINE_TO] = ['2025-01-01', '2026-01-01'];
/** A year. Two weeks before it are compared with the baseline, too. */
const [JUDGED_FROM, JUDGED_TO] = ['2026-01-15', '2027-01-15'];
const FIELDS = 'SUM(energy0 + energy1 + energy2 + energy3) AS energy';
const POINTS = {
  supplyTemperature: 'SUPPLY',
  supplySetpoint: 'SETPOINT',
  mixedTemperature: 'MIXED',
  returnTemperature: 'RETURN',
  outdoorTemperature: 'OUTDOOR',
  fanStatus: 'FAN',
  heatingValve: 'HEATING',
  coolingValve: 'COOLING',
  outdoorDamper: 'DAMPER',
  fanSpeed: 'SPEED',
  ductPressure: 'PRESSURE',
  ductPressureSetpoint: 'PRESSURE_SETPOINT',
};
const AREA_RULES = LOSS_RULES.filter((rule) => !AIR_RULES.includes(rule));

await runBenchmark(async (scope) => {
  await measureUnit();
  // The benchmark queues no jobs, but the api does not start without a queue.
  const queueUrl = `${await startPostgres(scope)}/bench`;
  await measureArea(scope, 'PostgreSQL', queueUrl, queueUrl);
  if (!(await hasMariaDb())) return;
  await measureArea(scope, 'MariaDB', `${await startMariaDb(scope, { durable: true })}/bench`, queueUrl);
});

async function measureUnit() {
  const answers = new Map();
  const asked = [];
  const textOf = ({ codes: [code], from, to }) => {
    const key = `${code} ${from.getTime()} ${to.getTime()}`;
    if (!answers.has(key)) answers.set(key, JSON.stringify([{ code, values: valuesOf(code, from, to) }]));
    asked.push(key);
    return answers.get(key);
  };
  const gateway = {
    history: async (query) => {
      const text = textOf(query);
      if (jsonExcess(text) !== null) throw new Error('An answer is too large.');
      return readHistory(JSON.parse(text));
    },
  };
  const unit = { name: 'Unit', areaId: 1, points: POINTS, minDamperPercent: 20, airflowM3PerHour: 10_000 };
  const configuration = {
    current: async () => ({ airHandlers: [unit] }),
    timezone: async () => ZONE,
  };
  const areas = { energySite: async () => ({ areas: [{ id: 1 }] }) };
  const units = new AirHandlersService(configuration, areas, gateway);
  const judge = new LossJudgeService({}, {}, {}, units, configuration);
  const days = bucketsBetween('day', FIRST, END, ZONE);
  for (const rule of AIR_RULES) {
    const test = () => judge.judge(1, { [rule]: 2 }, days);
    asked.splice(0);
    const judgements = await test();
    if (judgements.some((day) => day[rule][0].reason !== null)) throw new Error(`${rule} could not judge.`);
    const texts = asked.map((key) => answers.get(key));
    const { product, bare } = await inRounds(ROUNDS, {
      product: () => usedMs(test),
      bare: () => usedMs(() => texts.forEach((text) => JSON.parse(text))),
    });
    report(`a year of ${rule}`, { product, bare, what: 'JSON.parse' });
  }
}

/** A value every minute. The unit heats in winter and cools in summer, from 05:00 to 20:00. */
function valuesOf(code, from, to) {
  const values = [];
  for (let atMs = from.getTime(); atMs < to.getTime(); atMs += MINUTE_MS) {
    const [hour, season] = [(atMs / 3_600_000) % 24, Math.cos(atMs / 86_400_000 / 58)];
    const temperature = Math.round(2000 + 400 * Math.sin(atMs / 9e6 + code.length) - 300 * season) / 100;
    const value = {
      FAN: hour >= 5 && hour < 20 ? 1 : 0,
      HEATING: season > 0.3 ? 100 : 0,
      COOLING: season < -0.3 ? 100 : 0,
      DAMPER: Math.abs(season) > 0.3 ? 20 : 60,
      SPEED: 80,
    }[code];
    values.push({ timestamp: new Date(atMs).toISOString(), value: value ?? temperature, quality: 'good' });
  }
  return values;
}

const meterOf = (pointCode) => ({
  pointCode,
  kind: 'interval',
  intervalSeconds: 3600,
  since: new Date(FIRST).toISOString(),
});

async function measureArea(scope, database, databaseUrl, queueUrl) {
  const api = await startApi(scope, databaseUrl, { PLATFORM_TIMEZONE: ZONE, QUEUE_URL: queueUrl });
  const meters = Array.from({ length: METERS }, (_, index) => meterOf(`METER-${index}`));
  // A meter drifts from those of the areas beside.
  const beside = ['North', 'East', 'South'].map((name) => ({ name, meters: [meterOf(name)] }));
  await api.put('/api/energy/areas', { areas: [{ name: 'Building', meters }, ...beside] });
  await api.put('/api/configs', { weather: { temperaturePointCode: 'TEMPERATURE' } });
  const weekly = [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '18:00' }));
  await api.post('/api/calendars', { name: 'Offices', weekly, areaIds: [1] });
  const period = { from: BASELINE_FROM, to: BASELINE_TO, reportingFrom: BASELINE_TO };
  await api.post('/api/energy/baselines', { name: '2025', areaId: 1, method: 'dailyChangePoint', ...period });
  const { query } = await insertEnergy(scope, databaseUrl);
  const ids = (await query("SELECT id FROM meter WHERE point_code LIKE 'METER-%'")).map(({ id }) => id);
  const [from, to] = databaseUrl.startsWith('mysql') ? ['?', '?'] : ['$1', '$2'];
  const sql = `SELECT hour, ${FIELDS} FROM meter_hour WHERE meter_id IN (${ids.join(', ')}) AND hour >= ${from} AND hour < ${to} GROUP BY hour`;
  const range = [new Date(JUDGED_FROM), new Date(JUDGED_TO)];
  for (const rule of AREA_RULES) {
    const test = async () => {
      const body = { rule, areaId: 1, from: JUDGED_FROM, to: JUDGED_TO };
      const days = await api.post('/api/loss-rules/test', body);
      const unknown = days.find(({ outcome }) => outcome === 'cannot_judge');
      if (unknown) throw new Error(`${rule} could not judge ${unknown.date}: ${unknown.reason.message}`);
    };
    for (let time = 0; time < WARM_UP; time++) await test();
    const used = [];
    const { product, bare } = await inRounds(ROUNDS, {
      product: async () => {
        const beforeMs = cpuMs(api.pid);
        const elapsedMs = await elapsed(test);
        used.push(cpuMs(api.pid) - beforeMs);
        return elapsedMs;
      },
      bare: () => elapsed(() => query(sql, range)),
    });
    const title = `${database}, a year of ${rule} of ${METERS} meters`;
    report(title, { product, bare, what: `bare query, ${format(median(used))} ms of CPU of the api` });
  }
}

function report(title, { product, bare, what }) {
  console.log(
    `${title}: ${format(median(product))} ms (aim ${format(AIM_MS)} ms), ` +
      `${format(median(bare))} ms of ${what}: ${format(medianRatio(product, bare))} times`,
  );
}

/** @returns the processor time of this process in milliseconds */
async function usedMs(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** @returns the duration in milliseconds */
async function elapsed(work) {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
