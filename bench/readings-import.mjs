/**
 * Benchmarks the import of a million readings from a CSV file, over HTTP with a worker, on PostgreSQL and, if
 * installed, on MariaDB. The time runs from the upload until the import is done, with all hours and days. Baseline: the
 * bare driver inserts the same readings into an identical table with multi-row inserts.
 */
import { startApi, startService } from './api-process.mjs';
import { connectBare } from './bare-insert.mjs';
import { builtPath } from './built.mjs';
import { hasMariaDb, hasRedis, startMariaDb, startPostgres, startRedis } from './databases.mjs';
import { format, inRounds, median, medianRatio } from './rounds.mjs';
import { runBenchmark, runPart } from './scope.mjs';

const READINGS = 1_000_000;
const ROUNDS = 3;
const AIM = 0.5;
const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2024, 0, 1);

await runBenchmark(async (scope) => {
  const postgres = await startPostgres(scope);
  await runPart(scope, (part) => measure(part, 'PostgreSQL', `${postgres}/bench`, `${postgres}/bench`));
  if (!(await hasMariaDb()) || !(await hasRedis())) return;
  const mariaDb = await startMariaDb(scope, { durable: true });
  const redis = await startRedis(scope);
  await runPart(scope, (part) => measure(part, 'MariaDB', `${mariaDb}/bench`, redis));
});

async function measure(scope, database, databaseUrl, queueUrl) {
  const environment = { QUEUE_URL: queueUrl, JWT_SECRET: 'a secret that is for this benchmark alone' };
  const api = await startApi(scope, databaseUrl, environment);
  await startService(scope, builtPath('apps/worker/src/main.js'), databaseUrl, environment);
  await makeMeters(api);
  const readings = registerReadings();
  const lines = readings.map(({ atMs, value }) => `${new Date(atMs).toISOString()},${value}`);
  const file = `timestamp,value\n${lines.join('\n')}\n`;
  const bare = await connectBare(databaseUrl);
  scope.atEnd(() => bare.end());
  const { product, insert } = await inRounds(ROUNDS, {
    product: (round) => rate(() => importFile(api, `METER-${round}`, file)),
    insert: (round) => rate(() => bare.insert(round + 1, readings)),
  });
  console.log(
    `${database}: ${format(median(product))} readings/s imported, ${format(median(insert))} readings/s by bare ` +
      `insert: ${medianRatio(product, insert).toFixed(2)} (aim ${AIM})`,
  );
}

/** Creates one meter for each round. The readings are never pruned, even if they are old. */
async function makeMeters({ put }) {
  const meters = Array.from({ length: ROUNDS }, (_, round) => ({
    pointCode: `METER-${round}`,
    kind: 'cumulative',
    intervalSeconds: 60,
  }));
  await put('/api/energy/areas', { areas: [{ name: 'Campus', meters }] });
}

/** Returns a register's value of each minute, in the format of the bare insert. */
function registerReadings() {
  let register = 1000;
  return Array.from({ length: READINGS }, (_, index) => {
    register += Math.random();
    return { atMs: START_MS + index * MINUTE_MS, value: Math.round(register * 1000) / 1000, quality: 0 };
  });
}

async function importFile({ address, headers, get }, pointCode, file) {
  const response = await fetch(`${address}/api/energy/readings/import?pointCode=${pointCode}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: file,
  });
  if (response.status !== 202) throw new Error(`The request for an import returned ${response.status}.`);
  const { importId } = await response.json();
  for (;;) {
    const { status, taken, error } = await get(`/api/energy/readings/imports/${importId}`);
    if (status === 'done') {
      if (taken !== READINGS) throw new Error(`Only ${taken} readings were imported.`);
      return;
    }
    if (status !== 'running') throw new Error(`The import ended with the status ${status}: ${error}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @returns readings per second */
async function rate(work) {
  const startMs = performance.now();
  await work();
  return (READINGS * 1000) / (performance.now() - startMs);
}
