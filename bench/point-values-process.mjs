/** Runs `point-values.mjs` on one database. `DATABASE_URL` must name a new database. */
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { built } from './built.mjs';
import { format, inRounds, median, medianRatio } from './rounds.mjs';

const require = createRequire(import.meta.url);

const POINTS = 10_000;
const WARM_UP = 5;
const ROUNDS = 25;

const { createDataSource, prepareDatabase } = built('libs/entities/src');
const { PointValuesService } = built('libs/domain/src/metering/ingestion/point-values.service.js');
const { Clock } = built('libs/kernel/src');

const [database] = process.argv.slice(2);
const url = process.env.DATABASE_URL;
await prepareDatabase(url);
const dataSource = await createDataSource(url).initialize();
const bare = await (url.startsWith('postgres') ? connectPostgres() : connectMysql());

let polls = 0;
let published = 0;
const codes = Array.from({ length: POINTS }, (_, index) => `BUILDING-1/FLOOR-${index % 40}/POINT-${index}`);
const clock = new Clock();
const bus = { publish: (_event, { values }) => void (published += values.length) };
// No workflow follows changes of points.
const nobody = async () => ({ matching: () => [] });
const listeners = { listening: nobody, waiting: nobody };
const occurrences = { record: async () => undefined, announce: () => undefined };
const service = new PointValuesService(dataSource, {}, bus, clock, listeners, occurrences);

for (const [what, share] of [
  ['if all of them changed', 1],
  ['if a tenth of them changed', 0.1],
]) {
  const usedMs = [];
  const variants = {
    product: () => {
      const values = nextValues(share);
      return timed(usedMs, () => service.accept(values, undefined));
    },
    bare: () => {
      const values = nextValues(share);
      return timed([], () => bare.upsert(values));
    },
  };
  await inRounds(WARM_UP, variants);
  usedMs.splice(0);
  const { product, bare: peer } = await inRounds(ROUNDS, variants);
  console.log(
    `${database}, a poll of ${format(POINTS)} points, ${what}: ${format(median(product))} ms and ` +
      `${format(median(usedMs))} ms of CPU, bare upsert ${format(median(peer))} ms: ` +
      `${medianRatio(peer, product).toFixed(2)}`,
  );
}
if (published === 0) throw new Error('No change was published.');
await bare.end();
await dataSource.destroy();

/**
 * Returns values with new timestamps. `share` is the fraction of the points whose value differs from the previous one,
 * from 0 to 1.
 */
function nextValues(share) {
  const poll = ++polls;
  const timestamp = new Date(Date.UTC(2026, 0, 1) + poll * 10_000).toISOString();
  const changing = POINTS * share;
  return codes.map((code, index) => ({
    code,
    value: index < changing ? poll + index / 1000 : index,
    quality: 'good',
    timestamp,
  }));
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

async function connectPostgres() {
  const { Client } = require('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE TABLE bare_value (LIKE point_value INCLUDING ALL)');
  const text = `INSERT INTO bare_value (code, value, quality, measured_at)
    SELECT * FROM unnest($1::text[], $2::text[], $3::smallint[], $4::timestamptz[])
    ON CONFLICT (code) DO UPDATE
    SET value = excluded.value, quality = excluded.quality, measured_at = excluded.measured_at`;
  return {
    upsert: (values) =>
      client.query(text, [
        values.map(({ code }) => code),
        values.map(({ value }) => JSON.stringify(value)),
        values.map(() => 0),
        values.map(({ timestamp }) => timestamp),
      ]),
    end: () => client.end(),
  };
}

async function connectMysql() {
  const connection = await require('mysql2/promise').createConnection({ uri: url, timezone: 'Z' });
  await connection.query('CREATE TABLE bare_value LIKE point_value');
  return {
    upsert: (values) =>
      connection.query(
        `INSERT INTO bare_value (code, value, quality, measured_at) VALUES ?
         ON DUPLICATE KEY UPDATE value = VALUES(value), quality = VALUES(quality), measured_at = VALUES(measured_at)`,
        [values.map(({ code, value, timestamp }) => [code, JSON.stringify(value), 0, new Date(timestamp)])],
      ),
    end: () => connection.end(),
  };
}
