/** Floods the api and the worker with alarms of the gateway, and measures them over HTTP meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import { startAlarmGateway } from './alarm-gateway.mjs';
import { startApi, startService, until } from './api-process.mjs';
import { builtPath } from './built.mjs';
import { cpuMs, peakMemoryMib } from './process-usage.mjs';
import { format, median } from './rounds.mjs';
import { runPart } from './scope.mjs';
import { connectClient, connectMany, EventCounter, monotonicUs } from './stream-clients.mjs';

const ALARMS = 10_000;
const FLOOD_MS = 60_000;
const LIMITS = { limitMs: 5 * FLOOD_MS, pauseMs: 20 };
const PUSH_EVERY_MS = 100;
const STREAMS = 20;
/** How long the benchmark waits for the last events of the streams. */
const DELIVERY_MS = 10_000;
/** The time in the message of each alarm at which it was pushed. */
const MARK = 'pushed at ';
const LISTS = [
  '/api/alerts',
  '/api/alerts?status=active',
  '/api/alerts?severity=major&page=50',
  '/api/overview/stats',
];

/** The alarms of each flood. The alarm with a number above 0 clears the one before it if `clears` is true. */
const FLOODS = [
  { what: 'at as many points', clears: false, codeOf: (number) => `FLOOD.POINT-${number}` },
  { what: 'at one point, each cleared before the next', clears: true, codeOf: () => 'FLUTTER.POINT' },
];

/** Runs each flood on a new product with this database and queue. */
export async function floodProduct(scope, name, databaseUrl, queueUrl) {
  await runPart(scope, async (part) => {
    const gateway = await startAlarmGateway(part);
    const environment = {
      QUEUE_URL: queueUrl,
      JWT_SECRET: 'a secret that is for this benchmark alone',
      GATEWAY_URL: gateway.address,
      LIMIT_STREAMS_PER_USER: String(STREAMS),
    };
    const api = await startApi(part, databaseUrl, environment);
    const worker = await startService(part, builtPath('apps/worker/src/main.js'), databaseUrl, environment);
    await until(() => gateway.isFollowed(), { ...LIMITS, what: 'the stream of the gateway' });
    for (const flood of FLOODS) await measure({ name, api, worker, gateway }, flood);
  });
}

async function measure({ name, api, worker, gateway }, flood) {
  const counter = new EventCounter();
  const clients = await connectMany(STREAMS, () => connectStream(api, counter));
  counter.measure();
  const usedBefore = [api, worker].map(({ pid }) => cpuMs(pid));
  const stop = useApi(api);
  const last = await push(gateway, flood);
  const pushedMs = performance.now();
  const path = `/api/alerts?status=active&pointCode=${last.code}`;
  const isProcessed = async () => (await api.get(path))[0]?.message === last.message;
  await until(isProcessed, { ...LIMITS, what: 'the last alarm' });
  const lagMs = performance.now() - pushedMs;
  await Promise.race([counter.reached(ALARMS * STREAMS), delay(DELIVERY_MS)]);
  const times = await stop();
  const [apiMs, workerMs] = [api, worker].map(({ pid }, index) => cpuMs(pid) - usedBefore[index]);
  for (const client of clients) client.destroy();
  console.log(
    `${name}, ${format(ALARMS)} alarms in a minute ${flood.what}: the last one is listed after ${format(lagMs)} ms; ` +
      `CPU of the api ${format(apiMs / 1000)} s, of the worker ${format(workerMs / 1000)} s; peak memory ` +
      `${format(peakMemoryMib(api.pid))} and ${format(peakMemoryMib(worker.pid))} MiB\n` +
      `  each of ${STREAMS} streams got ${format(counter.count / STREAMS)} events, p50 ` +
      `${format(counter.percentile(0.5))} ms, p99 ${format(counter.percentile(0.99))} ms after the push`,
  );
  for (const [route, figures] of times)
    console.log(`  ${route}: ${format(median(figures))} ms, slowest ${format(Math.max(...figures))} ms`);
}

async function connectStream(api, counter) {
  const { token } = await api.post('/api/events/token', {});
  const path = `/api/events?token=${encodeURIComponent(token)}`;
  const port = Number(new URL(api.address).port);
  return connectClient({ port, path, mark: 'event: iot:alarm:trigger' }, counter, pushedAtUs);
}

/** Returns when the last alarm in these bytes was pushed; null if they contain no alarm, or only a part of its time. */
function pushedAtUs(bytes) {
  const start = bytes.lastIndexOf(MARK);
  if (start < 0) return null;
  const from = start + MARK.length;
  const time = /^\d+(?=\D)/.exec(bytes.toString('latin1', from, from + 20));
  return time && Number(time[0]);
}

/** Pushes the alarms of a flood at a constant rate. @returns the last alarm */
async function push(gateway, { clears, codeOf }) {
  const startMs = performance.now();
  let previous;
  for (let number = 0; number < ALARMS;) {
    const due = Math.min(ALARMS, ((performance.now() - startMs) / FLOOD_MS) * ALARMS);
    for (; number < due; number++) {
      const timestamp = new Date().toISOString();
      if (clears && previous) gateway.push({ ...previous, state: 'cleared', timestamp });
      const code = codeOf(number);
      const message = `Alarm ${number}, ${MARK}${monotonicUs()}`;
      previous = { id: `${code}-${number}`, code, level: 'major', message, state: 'raised', timestamp };
      gateway.push(previous);
    }
    await delay(PUSH_EVERY_MS);
  }
  return previous;
}

/**
 * Reads the lists and creates a fault again and again. @returns a function that stops this and returns the durations in
 * milliseconds by route
 */
function useApi(api) {
  const stopped = new AbortController();
  const times = new Map();
  const timed = async (route, work) => {
    const startMs = performance.now();
    await work();
    times.set(route, [...(times.get(route) ?? []), performance.now() - startMs]);
  };
  const using = (async () => {
    while (!stopped.signal.aborted) {
      for (const path of LISTS) await timed(`GET ${path}`, () => api.get(path));
      await timed('POST /api/faults', () =>
        api.post('/api/faults', { title: 'A pump vibrates', severity: 'minor' }),
      );
      await delay(PUSH_EVERY_MS);
    }
  })();
  return async () => {
    stopped.abort();
    await using;
    return times;
  };
}
