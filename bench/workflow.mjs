/**
 * Measures executions per second. 20 connections deliver to a webhook, and each delivery starts an execution of five
 * nodes. The measured time ends when the last execution is saved. The api and the worker run in separate processes.
 * Runs on MariaDB and Redis, once with each commit flushed and once with nothing flushed, and on the embedded
 * PostgreSQL. Baseline: BullMQ alone on the same Redis, where one process adds empty jobs and another one processes
 * them.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { hasMariaDb, hasRedis, startMariaDb, startPostgres, startRedis } from './databases.mjs';
import { format, inRounds, median, medianRatio } from './rounds.mjs';
import { runBenchmark, runPart } from './scope.mjs';
import { CONCURRENCY, startProduct } from './workflow-product.mjs';

const ROUNDS = 3;
const DELIVERIES = 20_000;
const WARM_UP = 5000;
const SINGLE_DELIVERIES = 2000;

await runBenchmark(async (outer) => {
  if ((await hasMariaDb()) && (await hasRedis())) {
    await runPart(outer, (scope) => measureOnMariaDb(scope, { durable: true }));
    await runPart(outer, (scope) => measureOnMariaDb(scope, { durable: false }));
  } else {
    console.log('MariaDB or Redis is not installed, so this benchmark is left out.');
  }
  await runPart(outer, async (scope) => {
    const url = `${await startPostgres(scope)}/bench`;
    await measure('PostgreSQL, each commit flushed', await startProduct(scope, url, url));
  });
});

async function measureOnMariaDb(scope, { durable }) {
  const redisUrl = await startRedis(scope);
  const databaseUrl = `${await startMariaDb(scope, { durable })}/bench`;
  const product = await startProduct(scope, databaseUrl, `${redisUrl}/1`);
  const title = `MariaDB and Redis, ${durable ? 'each commit flushed' : 'nothing flushed'}`;
  await measure(title, product, await startBareQueue(scope, `${redisUrl}/2`));
}

async function measure(title, product, bare) {
  await product.deliver(WARM_UP);
  await bare?.run(WARM_UP);
  const latency = await product.latencies(SINGLE_DELIVERIES);
  const costs = [];
  const rates = await inRounds(ROUNDS, {
    product: async () => {
      const before = product.cpuMs();
      const rate = await product.deliver(DELIVERIES);
      costs.push((product.cpuMs() - before) / DELIVERIES);
      return rate;
    },
    ...(bare && { bare: () => bare.run(DELIVERIES) }),
  });
  report({ title, rates, latency, costs, memory: product.memoryMib() });
}

function report({ title, rates, latency, costs, memory }) {
  const beside = rates.bare
    ? `, bare BullMQ ${format(median(rates.bare))} jobs/s: ` +
      `${medianRatio(rates.product, rates.bare).toFixed(2)} (aim 0.3)`
    : '';
  console.log(`${title}:`);
  console.log(`  ${format(median(rates.product))} executions/s saved (aim 4,000)${beside}`);
  console.log(
    `  202 with one connection: p50 ${latency.p50.toFixed(2)} ms (aim 1), p99 ${latency.p99.toFixed(2)} ms`,
  );
  console.log(`  ${median(costs).toFixed(2)} ms of processor time per execution, api and worker (aim 0.35)`);
  console.log(`  ${format(memory)} MiB resident at most, api and worker together (aim 600)`);
}

async function startBareQueue({ atEnd }, redisUrl) {
  const [adder, worker] = await Promise.all(
    [
      ['adder', redisUrl],
      ['worker', redisUrl, String(CONCURRENCY)],
    ].map(async (args) => {
      const child = fork(fileURLToPath(new URL('bare-queue.mjs', import.meta.url)), args);
      atEnd(() => child.kill('SIGTERM'));
      await once(child, 'message');
      return child;
    }),
  );
  let total = 0;
  return {
    /** @returns jobs per second, from the first added job until the last processed one */
    run: async (jobs) => {
      const done = once(worker, 'message');
      total += jobs;
      worker.send({ total });
      const startMs = performance.now();
      adder.send({ jobs });
      await done;
      return (jobs * 1000) / (performance.now() - startMs);
    },
  };
}
