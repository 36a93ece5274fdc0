/**
 * Benchmarks the import of 10,000 points with one request, on PostgreSQL and, if installed, on MariaDB. Baseline: the
 * bare driver inserts the same rows into an identical table with one statement.
 */
import { createRequire } from 'node:module';
import { startApi } from './api-process.mjs';
import { hasMariaDb, startMariaDb, startPostgres } from './databases.mjs';
import { cpuMs } from './process-usage.mjs';
import { format, inRounds, median, medianRatio } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';

const require = createRequire(import.meta.url);

const POINTS = 10_000;
const ROUNDS = 7;

await runBenchmark(async (scope) => {
  // The benchmark queues no jobs, but the api does not start without a queue.
  const queueUrl = `${await startPostgres(scope)}/bench`;
  await measure(scope, 'PostgreSQL', queueUrl, queueUrl);
  if (!(await hasMariaDb())) return;
  await measure(scope, 'MariaDB', `${await startMariaDb(scope, { durable: true })}/bench`, queueUrl);
});

async function measure(scope, database, databaseUrl, queueUrl) {
  const api = await startApi(scope, databaseUrl, { QUEUE_URL: queueUrl });
  const bare = await connect(scope, databaseUrl);
  await bare.query(
    `INSERT INTO model (id, name, version, storage_key, static_name, file_name, mime_type, size_bytes, sha256, created_at)
     VALUES (1, 'Hall', '1', 'a', 'a', 'a', 'model/gltf-binary', 1, '', '2026-01-01')`,
  );
  const { id: objectId } = await api.post('/api/objects', { name: 'Fan', code: 'FAN', modelId: 1 });
  const usedMs = [];
  const { product, insert } = await inRounds(ROUNDS, {
    product: async (round) => {
      const points = pointsOf(round);
      const beforeMs = cpuMs(api.pid);
      const elapsedMs = await timeOf(() => importPoints(api, objectId, points));
      usedMs.push(cpuMs(api.pid) - beforeMs);
      return elapsedMs;
    },
    insert: (round) => {
      const points = pointsOf(round);
      return timeOf(() => bare.insert(objectId, points));
    },
  });
  console.log(
    `${database}: ${format(POINTS)} points imported in ${format(median(product))} ms with ` +
      `${format(median(usedMs))} ms of CPU of the api, inserted by the bare driver in ${format(median(insert))} ms: ` +
      medianRatio(insert, product).toFixed(2),
  );
}

async function importPoints({ post }, objectId, points) {
  const { imported } = await post('/api/points/import', { objectId, points });
  if (imported !== POINTS) throw new Error(`Only ${imported} points were imported.`);
}

/** Returns new points for each round. */
function pointsOf(round) {
  return Array.from({ length: POINTS }, (_, index) => ({
    name: `Supply air temperature ${index}`,
    code: `AHU${round}.SUPPLY.TEMP.${index}`,
    unit: '°C',
    dataType: 'number',
  }));
}

/**
 * Connects the bare driver, and creates the table `bare_point` with the columns and indexes of the product's `point`.
 */
async function connect({ atEnd }, databaseUrl) {
  if (!databaseUrl.startsWith('postgres')) {
    const connection = await require('mysql2/promise').createConnection({ uri: databaseUrl, timezone: 'Z' });
    atEnd(() => connection.end());
    await connection.query('CREATE TABLE bare_point LIKE point');
    return {
      query: (sql) => connection.query(sql),
      insert: (objectId, points) =>
        connection.query('INSERT INTO bare_point (name, code, object_id, unit, data_type) VALUES ?', [
          points.map(({ name, code, unit, dataType }) => [name, code, objectId, unit, dataType]),
        ]),
    };
  }
  const { Client } = require('pg');
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  atEnd(() => client.end());
  await client.query('CREATE TABLE bare_point (LIKE point INCLUDING ALL)');
  return {
    query: (sql) => client.query(sql),
    insert: (objectId, points) =>
      client.query(
        `INSERT INTO bare_point (name, code, object_id, unit, data_type)
         SELECT unnest($1::text[]), unnest($2::text[]), $3, unnest($4::text[]), unnest($5::text[])`,
        [
          points.map(({ name }) => name),
          points.map(({ code }) => code),
          objectId,
          points.map(({ unit }) => unit),
          points.map(({ dataType }) => dataType),
        ],
      ),
  };
}

/** @returns milliseconds */
async function timeOf(work) {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
