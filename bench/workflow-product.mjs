/** Starts an api and a worker in separate processes, and creates a webhook workflow of five nodes. */
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { startApi, startService } from './api-process.mjs';
import { builtPath } from './built.mjs';
import { deliver } from './deliveries.mjs';
import { cpuMs, peakMemoryMib } from './process-usage.mjs';

const require = createRequire(import.meta.url);

const CONNECTIONS = 20;
/** Number of concurrent jobs of the worker. */
export const CONCURRENCY = 20;
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

/** Starts the product with these values of DATABASE_URL and QUEUE_URL. */
export async function startProduct(scope, databaseUrl, queueUrl) {
  const environment = {
    QUEUE_URL: queueUrl,
    JWT_SECRET,
    WORKER_CONCURRENCY: String(CONCURRENCY),
    LIMIT_WEBHOOKS_PER_MINUTE: '10000000',
    // Pruning during a round would delete executions before they are counted.
    EXECUTION_RETENTION_COUNT: '100000000',
    ...(process.env.LOG_LEVEL ? { LOG_LEVEL: process.env.LOG_LEVEL } : {}),
  };
  const api = await startApi(scope, databaseUrl, environment);
  const worker = await startService(scope, builtPath('apps/worker/src/main.js'), databaseUrl, environment);
  const workflow = await api.post('/api/workflows', WORKFLOW);
  const database = await connectTo(databaseUrl);
  scope.atEnd(() => database.end());
  const target = {
    url: `${api.address}/api/webhook/${workflow.webhookSlug}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-secret': workflow.webhookSecret },
    body: BODY,
  };
  let delivered = 0;
  const count = async (what) => {
    const [{ number }] = await database.query(
      `SELECT COUNT(*) AS number FROM workflow_execution WHERE ${what}`,
    );
    return Number(number);
  };
  const untilSaved = async () => {
    // Count with the index of due executions, because a count of all rows would take a considerable part of the
    // measured time.
    while ((await count('due_at IS NOT NULL')) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const assertAllSucceeded = async () => {
    const succeeded = await count("status = 'success' AND finished_at IS NOT NULL");
    if (succeeded !== delivered) throw new Error(`Only ${succeeded} of ${delivered} executions succeeded.`);
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
    /**
     * Sends the deliveries one after another on one connection.
     * @returns percentiles of the milliseconds from request to answer
     */
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
    pids: { api: api.pid, worker: worker.pid },
    cpuMs: () => cpuMs(api.pid) + cpuMs(worker.pid),
    memoryMib: () => peakMemoryMib(api.pid) + peakMemoryMib(worker.pid),
  };
}

async function connectTo(url) {
  if (url.startsWith('mysql:')) {
    const connection = await require('mysql2/promise').createConnection(url);
    return { query: async (sql) => (await connection.query(sql))[0], end: () => connection.end() };
  }
  const { Client } = require('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  return { query: async (sql) => (await client.query(sql)).rows, end: () => client.end() };
}

function deliverOnce({ url, method, headers, body }, agent) {
  return new Promise((resolve, reject) => {
    const startMs = performance.now();
    const delivery = request(url, { method, headers, agent }, (answer) => {
      if (answer.statusCode !== 202)
        reject(new Error(`A delivery got a response with status ${answer.statusCode}.`));
      answer.resume().once('end', () => resolve(performance.now() - startMs));
    });
    delivery.once('error', reject).end(body);
  });
}
