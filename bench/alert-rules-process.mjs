/** Runs `alert-rules.mjs` on one database. `DATABASE_URL` must name a new database. */
import 'reflect-metadata';
import { built } from './built.mjs';
import { format, inRounds, median } from './rounds.mjs';

const POINTS = 10_000;
const RULES = 1000;
const WARM_UP = 5;
const ROUNDS = 25;
const POLL_MS = 10_000;

const { createDataSource, prepareDatabase } = built('libs/entities/src');
const { PointValuesService } = built('libs/domain/src/metering/ingestion/point-values.service.js');
const rules = (file) => built(`libs/domain/src/operations/alert-rules/${file}.js`);
const { AlertRuleEvaluator } = rules('alert-rule-evaluator');
const { RuleBookReader } = rules('rule-book-reader');
const { FixedClock } = built('libs/kernel/src');

const [database] = process.argv.slice(2);
const url = process.env.DATABASE_URL;
await prepareDatabase(url);
const dataSource = await createDataSource(url).initialize();

let polls = 0;
const codes = Array.from({ length: POINTS }, (_, index) => `BUILDING-1/FLOOR-${index % 40}/POINT-${index}`);
const clock = new FixedClock(Date.UTC(2026, 0, 1));
const nobody = async () => ({ matching: () => [] });
const listeners = { listening: nobody, waiting: nobody };
const occurrences = { record: async () => undefined, announce: () => undefined };
const writer = { raise: async () => [], clear: async () => [], publish: () => undefined };
const calendars = { findAll: async () => [] };
const configuration = { timezone: async () => 'UTC' };
const values = new PointValuesService(
  dataSource,
  {},
  { publish: () => undefined },
  clock,
  listeners,
  occurrences,
);
const reader = new RuleBookReader(values, calendars, configuration, clock);
const evaluator = new AlertRuleEvaluator(dataSource, values, reader, writer, clock);

const KINDS = {
  threshold: { comparison: 'gt', threshold: 1e6, on_delay_seconds: 60 },
  noData: { minutes: 15 },
  rateOfChange: { delta: 1e6, minutes: 10 },
};
for (const [kind, columns] of Object.entries(KINDS)) {
  await dataSource.query('DELETE FROM alert_rule');
  await dataSource.query('DELETE FROM alert_rule_state');
  await addRules(kind, columns);
  await measure(kind);
}
await dataSource.destroy();

async function measure(kind) {
  const cpuMs = { with: [], without: [] };
  const variants = {
    with: () => poll(cpuMs.with, evaluator.follower),
    without: () => poll(cpuMs.without),
  };
  await inRounds(WARM_UP, variants);
  cpuMs.with.splice(0);
  cpuMs.without.splice(0);
  const wall = await inRounds(ROUNDS, variants);
  const added = median(cpuMs.with) - median(cpuMs.without);
  console.log(
    `${database}, a poll of ${format(POINTS)} points with ${format(RULES)} rules of kind ${kind}: ` +
      `${format(median(wall.with))} ms and ${format(median(cpuMs.with))} ms of CPU, without rules ` +
      `${format(median(wall.without))} ms and ${format(median(cpuMs.without))} ms of CPU: ${format(added)} ms of CPU added`,
  );
}

async function addRules(kind, columns) {
  const row = {
    revision: 1,
    name: 'A rule',
    kind,
    deadband: 0,
    on_delay_seconds: 0,
    off_delay_seconds: 0,
    severity: 'major',
    enabled: true,
    ...columns,
  };
  const names = [...Object.keys(row), 'point_code'];
  for (let index = 0; index < RULES; index++) {
    const quoted = [...Object.values(row), codes[index * 10]].map((value) =>
      typeof value === 'string' ? `'${value}'` : String(value),
    );
    await dataSource.query(`INSERT INTO alert_rule (${names.join(', ')}) VALUES (${quoted.join(', ')})`);
  }
}

/**
 * Runs a poll in which all values change, and appends the poll's processor time to `usedMs`.
 * @returns the duration of the poll in milliseconds
 */
async function poll(usedMs, follower) {
  clock.advance(POLL_MS);
  polls += 1;
  const timestamp = clock.now().toISOString();
  const read = codes.map((code, index) => ({
    code,
    value: polls + index / 1000,
    quality: 'good',
    timestamp,
  }));
  const before = process.cpuUsage();
  const startMs = performance.now();
  await values.accept(read, undefined, follower);
  const { user, system } = process.cpuUsage(before);
  usedMs.push((user + system) / 1000);
  return performance.now() - startMs;
}
