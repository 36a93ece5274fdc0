/**
 * What the workflow engine does in a second: deliveries to a webhook by 20 connections, each an execution of five
 * nodes, until the last is saved; api and worker in a process each, on MariaDB and Redis. Beside it bare BullMQ on the
 * same Redis: jobs that do nothing, added in one process and processed in another.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { startApi, startService } from './api-process.mjs';
import { builtPath } from './built.mjs';
import { deliver } from './deliveries.mjs';
import { hasMariaDb, hasRedis, startMariaDb, startRedis } from './databases.mjs';
import { cpuMs, peakMemoryMib } from './process-usage.mjs';
import { format, inRounds, median, medianRatio } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';

const require = createRequire(import.meta.url);
const mysql = require('mysql2/promise');

const ROUNDS = 3;
const CONNECTIONS = 20;
const DELIVERIES = 20_000;
const WARM_UP = 5000;
const SINGLE_DELIVERIES = 2000;
const CONCURRENCY = 20;
const JWT_SECRET = 'a secret that is for this benchmark alone';
const BODY = JSON.stringify({ zone: 'north', temperature: 23.5, occupied: true });

const WORKFLOW = {
  name: 'Five nodes',
  trigger: { type: 'webhook', config: {} },
  nodes: [
    { id: 'start', type: 'start', config: {} },
    {
      id: 'excess',
      type: 'variable',
      config: { name: 'excess', value: '{{ triggerData.temperature - 21 }}' },
    },
    { id: 'warm', type: 'condition', config: { expression: 'variables.excess > 1 && triggerData.occupied' } },
    { id: 'note', type: 'variable', config: { name: 'note', value: '{{ triggerData.zone }} is too warm' } },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'excess' },
    { id: 'e2', source: 'excess', target: 'warm' },
    { id: 'e3', source: 'warm', target: 'note', label: 'true' },
    { id: 'e4', source: 'note', target: 'end' },
  ],
};

await runBenchmark(async (scope) => {
  if (!(await hasMariaDb()) || !(await hasRedis())) {
    console.log('MariaDB or Redis is not installed: left out.');
    return;
  }
  const redisUrl = await startRedis(scope);
  const product = await startProduct(scope, `${await startMariaDb(scope)}/bench`, `${redisUrl}/1`);
  const bare = await startBareQueue(scope, `${redisUrl}/2`);
  await product.deliver(WARM_UP);
  await bare.run(WARM_UP);
  const latency = await product.latencies(SINGLE_DELIVERIES);
  const costs = [];
  const rates = await inRounds(ROUNDS, {
    product: async () => {
      const before = product.cpuMs();
      const rate = await product.deliver(DELIVERIES);
      costs.push((product.cpuMs() - before) / DELIVERIES);
      return rate;
    },
    bare: () => bare.run(DELIVERIES),
  });
  report({ rates, latency, costs, memory: product.memoryMib() });
});

function report({ rates, latency, costs, memory }) {
  console.log(
    `${format(median(rates.product))} executions/s saved (aim 4,000), ` +
      `bare BullMQ ${format(median(rates.bare))} jobs/s: ` +
      `${medianRatio(rates.product, rates.bare).toFixed(2)} (aim 0.3)`,
  );
  console.log(
    `202 with one connection: p50 ${latency.p50.toFixed(2)} ms (aim 1), p99 ${latency.p99.toFixed(2)} ms`,
  );
  console.log(`${median(costs).toFixed(2)} ms of processor time per execution, api and worker (aim 0.35)`);
  console.log(`${format(memory)} MiB resident at most, api and worker together (aim 600)`);
}

async function startProduct(scope, databaseUrl, queueUrl) {
  const environment = {
    QUEUE_URL: queueUrl,
    JWT_SECRET,
    WORKER_CONCURRENCY: String(CONCURRENCY),
    LIMIT_WEBHOOKS_PER_MINUTE: '10000000',
    ...(process.env.LOG_LEVEL ? { LOG_LEVEL: process.env.LOG_LEVEL } : {}),
  };
  const api = await startApi(scope, databaseUrl, environment);
  const worker = await startService(scope, builtPath('apps/worker/src/main.js'), databaseUrl, environment);
  const workflow = await api.post('/api/workflows', WORKFLOW);
  const database = await mysql.createConnection(databaseUrl);
  scope.atEnd(() => database.end());
  const target = {
    url: `${api.address}/api/webhook/${workflow.webhookSlug}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-secret': workflow.webhookSecret },
    body: BODY,
  };
  let delivered = 0;
  const count = async (what) => {
    const [[{ number }]] = await database.query(
      `SELECT COUNT(*) AS number FROM workflow_execution WHERE ${what}`,
    );
    return number;
  };
  const untilSaved = async () => {
    // By the index of what is due: to count what is saved would take a share of the time that is measured.
    while ((await count('due_at IS NOT NULL')) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const assertAllSucceeded = async () => {
    const succeeded = await count("status = 'success' AND finished_at IS NOT NULL");
    if (succeeded !== delivered) throw new Error(`${succeeded} of ${delivered} executions succeeded.`);
  };
  return {
    /** @returns executions per second, from the first delivery until the last execution is saved */
    deliver: async (amount) => {
      const startMs = performance.now();
      await deliver(target, { connections: CONNECTIONS, amount, status: 202 });
      delivered += amount;
      await untilSaved();
      const rate = (amount * 1000) / (performance.now() - startMs);
      await assertAllSucceeded();
      return rate;
    },
    /** Of deliveries one after another on one connection, milliseconds from request to answer. */
    latencies: async (amount) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const times = [];
      for (let index = 0; index < amount; index++) times.push(await deliverOnce(target, agent));
      agent.destroy();
      delivered += amount;
      await untilSaved();
      const sorted = times.toSorted((one, other) => one - other);
      return { p50: sorted[Math.floor(amount * 0.5)], p99: sorted[Math.floor(amount * 0.99)] };
    },
    cpuMs: () => cpuMs(api.pid) + cpuMs(worker.pid),
    memoryMib: () => peakMemoryMib(api.pid) + peakMemoryMib(worker.pid),
  };
}

function deliverOnce({ url, method, headers, body }, agent) {
  return new Promise((resolve, reject) => {
    const startMs = performance.now();
    const delivery = request(url, { method, headers, agent }, (answer) => {
      if (answer.statusCode !== 202) reject(new Error(`A delivery was answered ${answer.statusCode}.`));
      answer.resume().once('end', () => resolve(performance.now() - startMs));
    });
    delivery.once('error', reject).end(body);
  });
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
    /** @returns jobs per second, from the first that is added until the last is processed */
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
