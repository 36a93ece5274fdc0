/** Runs `alarm-flood.mjs` on one database. `DATABASE_URL` must name a new database. */
import 'reflect-metadata';
import { built } from './built.mjs';
import { format, median } from './rounds.mjs';

const ALARMS = 10_000;
const ROUNDS = 5;
const START_MS = Date.UTC(2026, 0, 1);

const { createDataSource, prepareDatabase, dialectSql, inTransaction } = built('libs/entities/src');
const { SystemClock } = built('libs/kernel/src');
const { AlertWriter } = built('libs/domain/src/operations/alerts/alert-writer.js');
const { AlertJournal } = built('libs/domain/src/operations/alerts/alert-journal.js');
const { AlertsService } = built('libs/domain/src/operations/alerts/alerts.service.js');
const { GatewayAlarmIntake } = built('libs/domain/src/operations/alerts/gateway-alarm-intake.js');
const { OccurrencesService } = built('libs/domain/src/platform/occurrences/occurrences.service.js');

const [database] = process.argv.slice(2);
const url = process.env.DATABASE_URL;
await prepareDatabase(url);
const dataSource = await createDataSource(url).initialize();

let published = 0;
const bus = { publish: (_event, { changes = [] }) => void (published += changes.length) };
const clock = new SystemClock();
const areas = { areasOfPoints: async () => new Map() };
const configuration = { timezone: async () => 'UTC' };
const writer = new AlertWriter(areas, new AlertJournal(new OccurrencesService(clock, bus), bus));
const intake = new GatewayAlarmIntake(dataSource, writer, clock);
const alerts = new AlertsService(dataSource, writer, configuration, {}, clock);
const gateway = { settings: { id: 1 }, owns: () => true };
const guard = async () => undefined;

const results = { raise: [], clear: [], bare: [], cpu: [], list: [] };
for (let round = 0; round < ROUNDS; round++) {
  const stop = listAgainAndAgain(results.list);
  results.raise.push(
    await timed(results.cpu, () => intake.accept(gateway, alarmsOf(round, 'raised'), guard)),
  );
  results.clear.push(await timed([], () => intake.accept(gateway, alarmsOf(round, 'cleared'), guard)));
  await stop();
  results.bare.push(await timed([], () => insertBare(round)));
}
if (published !== 2 * ALARMS * ROUNDS)
  throw new Error(`${published} changes were published instead of ${2 * ALARMS * ROUNDS}.`);
const [raise, clear, bare, cpu, list] = Object.values(results).map(median);
console.log(
  `${database}, ${format(ALARMS)} alarms at once: raised in ${format(raise)} ms with ${format(cpu)} ms of CPU, ` +
    `cleared in ${format(clear)} ms, bare insert of the alerts ${format(bare)} ms: ${(bare / raise).toFixed(2)}. ` +
    `The first page of active alerts meanwhile: ${format(list)} ms, at most ${format(Math.max(...results.list))} ms`,
);
await dataSource.destroy();

/** Returns alarms of different points. */
function alarmsOf(round, state) {
  const timestamp = new Date(START_MS + round * 60_000 + (state === 'cleared' ? 30_000 : 0)).toISOString();
  return Array.from({ length: ALARMS }, (_, index) => ({
    id: `${round}-${index}`,
    code: `BUILDING-1/FLOOR-${index % 40}/POINT-${index}`,
    level: 'major',
    message: 'The value is too high',
    state,
    timestamp,
  }));
}

/** Lists alerts again and again, and records the durations. @returns a function that stops this */
function listAgainAndAgain(tookMs) {
  const stopped = new AbortController();
  const listing = (async () => {
    while (!stopped.signal.aborted) {
      const startMs = performance.now();
      await alerts.list({ page: 1, limit: 20, status: 'active' });
      tookMs.push(performance.now() - startMs);
    }
  })();
  return async () => {
    stopped.abort();
    await listing;
  };
}

/** Inserts only the rows of the alerts, in one transaction. */
async function insertBare(round) {
  const rows = alarmsOf(round, 'raised');
  const same = (name, type, value) => ({ name, type, values: rows.map(() => value) });
  await inTransaction(dataSource, (manager) =>
    dialectSql.insert(manager, 'alert', [
      same('source', 'text', 'manual'),
      same('type', 'text', 'bare'),
      { name: 'originator', type: 'text', values: rows.map(({ code }) => code) },
      { name: 'origin_key', type: 'text', values: rows.map(({ id }) => `bare-${id}`) },
      same('severity', 'text', 'major'),
      same('state', 'text', 'cleared'),
      same('acknowledged', 'boolean', 0),
      { name: 'point_code', type: 'text', values: rows.map(({ code }) => code) },
      same('title', 'text', 'The value is too high'),
      same('value', 'text', 'null'),
      { name: 'occurrences', type: 'int', values: 1 },
      same('raised_at', 'instant', START_MS),
      same('last_raised_at', 'instant', START_MS),
    ]),
  );
}

/**
 * Runs `work`, and adds the processor time of this process to `usedMs`. @returns the duration of `work` in milliseconds
 */
async function timed(usedMs, work) {
  const before = process.cpuUsage();
  const startMs = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  usedMs.push((user + system) / 1000);
  return performance.now() - startMs;
}
