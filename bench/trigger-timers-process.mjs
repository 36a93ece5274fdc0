/** Runs `trigger-timers.mjs` on one database. `DATABASE_URL` must name a new database. */
import 'reflect-metadata';
import { connectBareHolds } from './bare-holds.mjs';
import { built } from './built.mjs';
import { format, median } from './rounds.mjs';

const POINTS = 10_000;
const FOR_MS = 600_000;
const POLL_MS = 10_000;
const TICKS = 100;
const WARM_UP = 3;
const ROUNDS = 12;

const { createDataSource, prepareDatabase } = built('libs/entities/src');
const { PointValuesService } = built('libs/domain/src/metering/ingestion/point-values.service.js');
const { ListenersService } = built('libs/domain/src/platform/occurrences/listeners.service.js');
const { OccurrencesService } = built('libs/domain/src/platform/occurrences/occurrences.service.js');
const { HoldEvaluator } = built('libs/domain/src/automation/triggers/hold-evaluator.js');
const { FixedClock } = built('libs/kernel/src');

const [database] = process.argv.slice(2);
const url = process.env.DATABASE_URL;
await prepareDatabase(url);
const dataSource = await createDataSource(url).initialize();
const bare = await connectBareHolds(url);

const codes = Array.from({ length: POINTS }, (_, index) => `BUILDING-1/FLOOR-${index % 40}/POINT-${index}`);
const clock = new FixedClock(Date.UTC(2026, 0, 1));
const bus = { publish: () => undefined };
const listeners = new ListenersService();
const occurrences = new OccurrencesService(clock, bus);
const values = new PointValuesService(dataSource, {}, bus, clock, listeners, occurrences);
const conditions = { contextFor: async () => ({}), isTrue: () => true, of: () => null };
const evaluator = new HoldEvaluator(dataSource, values, listeners, occurrences, conditions, clock);
await addWorkflow();

const figures = {};
for (let round = 0; round < WARM_UP + ROUNDS; round++) {
  if (round === WARM_UP) for (const name of Object.keys(figures)) delete figures[name];
  await measureRound(round);
}
await bare.end();
await dataSource.destroy();
const of = (name, part) => median(figures[name].map((figure) => figure[part]));
const shown = (name) => `${format(of(name, 'wallMs'))} ms, ${format(of(name, 'cpuMs'))} ms of CPU`;
const added = (name) => `${format(of(name, 'cpuMs') - of('poll', 'cpuMs'))} ms of CPU added`;
console.log(
  [
    `${database}, ${format(POINTS)} holds of one trigger:`,
    `a tick while no hold is due: ${(of('ticks', 'cpuMs') / TICKS).toFixed(2)} ms of CPU`,
    `a poll without triggers: ${shown('poll')}`,
    `a poll that changes all values and no hold: ${shown('change')}, ${added('change')}`,
    `a poll that begins all holds: ${shown('begin')}, ${added('begin')}`,
    `a poll that ends all holds: ${shown('break')}, ${added('break')}`,
    `a tick while all holds are due: ${shown('fire')}`,
    `a bare insert of as many rows: ${shown('insert')}`,
    `a bare delete of as many rows: ${shown('remove')}`,
  ].join('\n  '),
);

async function measureRound(round) {
  await poll(round, 10);
  await evaluator.tick(undefined);
  await measure('poll', () => accept(20 + round / 100, undefined));
  await measure('insert', () => bare.insert(codes));
  await measure('remove', () => bare.remove(codes));
  await measure('begin', () => poll(round, 30));
  await measure('ticks', async () => {
    for (let tick = 0; tick < TICKS; tick++) await evaluator.tick(undefined);
  });
  await measure('change', () => poll(round, 31));
  await measure('break', () => poll(round, 11));
  await poll(round, 32);
  clock.advance(FOR_MS);
  await measure('fire', () => evaluator.tick(undefined));
  const [{ count }] = await dataSource.query('SELECT COUNT(*) AS count FROM trigger_occurrence');
  if (Number(count) !== POINTS)
    throw new Error(`Only ${count} of ${POINTS} holds have started an execution.`);
  await dataSource.query('DELETE FROM trigger_occurrence');
}

function poll(round, value) {
  return accept(value + round / 100, evaluator.follower);
}

function accept(value, follower) {
  clock.advance(POLL_MS);
  const timestamp = clock.now().toISOString();
  const read = codes.map((code) => ({ code, value, quality: 'good', timestamp }));
  return values.accept(read, undefined, follower);
}

async function measure(name, work) {
  const before = process.cpuUsage();
  const startMs = performance.now();
  await work();
  const wallMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage(before);
  (figures[name] ??= []).push({ wallMs, cpuMs: (user + system) / 1000 });
}

async function addWorkflow() {
  const at = new Date(0);
  await dataSource.manager.insert('workflow', {
    id: 'workflow',
    name: 'A workflow',
    definition: {},
    triggerType: 'state_change',
    triggerConfig: { watch: ['*'], above: 26, forMs: FOR_MS },
    enabled: true,
    problems: [],
    revision: 1,
    webhookSlug: 'slug',
    webhookId: 'id',
    webhookSecret: 'secret',
    createdAt: at,
    updatedAt: at,
  });
}
