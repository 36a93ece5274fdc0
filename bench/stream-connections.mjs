/**
 * Measures the event stream of the whole api with many connections: sign-in, roles, the bus and the sockets. Ten users
 * open 5,000 streams. Then faults are created over HTTP, and all streams receive an event for each fault.
 * Baselines: a plain `node:http` server that only writes each event to the same number of responses, and better-sse. A
 * latency is measured from the request that creates the fault, or from the command to the baseline process. Memory is
 * the growth of the resident memory while as many further streams are opened, with and without garbage. While the first
 * streams are opened, V8 compiles the code and each server fills its caches once.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startApi } from './api-process.mjs';
import { startPostgres } from './databases.mjs';
import { cpuMs, residentMib } from './process-usage.mjs';
import { format } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';
import { connectClient, connectMany, EventCounter, monotonicUs, publishSingly } from './stream-clients.mjs';

const STREAMS = 5000;
/** The highest limit that the api accepts. */
const STREAMS_PER_USER = 1000;
const USERS = (2 * STREAMS) / STREAMS_PER_USER;
const EVENTS = 50;
const SINGLE = { clients: STREAMS, events: EVENTS, everyMs: 500 };
const AIM_KIB = 10;
const COLLECTOR = ['--require', fileURLToPath(new URL('collect-garbage.cjs', import.meta.url))];

await runBenchmark(async (scope) => {
  const url = `${await startPostgres(scope)}/bench`;
  const api = await startApi(scope, url, {
    QUEUE_URL: url,
    LIMIT_STREAMS_PER_USER: String(STREAMS_PER_USER),
    LIMIT_CONNECTIONS: '15000',
    NODE_OPTIONS: COLLECTOR.join(' '),
  });
  const tokens = [];
  for (let user = 0; user < USERS; user++) tokens.push(await signUp(api, `viewer-${user}`));
  const port = Number(new URL(api.address).port);
  const counter = new EventCounter();
  const startMs = performance.now();
  const { clients, memory } = await openMeasured(api.child, async (number) => {
    const { token } = await post(api, '/api/events/token', {}, tokens[number % USERS]);
    const path = `/api/events?token=${encodeURIComponent(token)}`;
    return connectClient({ port, path, mark: 'event: fault_update' }, counter, () => sentAtUs);
  });
  const openMs = performance.now() - startMs;
  let sentAtUs = 0;
  const beforeCpuMs = cpuMs(api.pid);
  await publishSingly(counter, SINGLE, (number) => {
    sentAtUs = monotonicUs();
    return api.post('/api/faults', { title: `Pump ${number} vibrates`, severity: 'minor' });
  });
  const usedMs = (cpuMs(api.pid) - beforeCpuMs) / EVENTS;
  for (const client of clients) client.destroy();
  console.log(
    `${format(STREAMS)} streams opened in ${format(openMs)} ms, ${format(usedMs)} ms of CPU of the api per event`,
  );
  const servers = {
    api: { counter, memory },
    'node:http': await measurePeer(scope, 'writes'),
    'better-sse': await measurePeer(scope, 'better-sse'),
  };
  for (const [name, { counter, memory }] of Object.entries(servers)) {
    console.log(
      `${name}: ${memory.keptKib.toFixed(1)} KiB per stream (aim ${AIM_KIB}), ` +
        `${memory.withGarbageKib.toFixed(1)} KiB with garbage, ${memory.objectsKib.toFixed(1)} KiB of objects; one event to all streams, ` +
        `p50 ${format(counter.percentile(0.5))} ms, p99 ${format(counter.percentile(0.99))} ms`,
    );
  }
  for (const peer of ['node:http', 'better-sse']) {
    const ratio = servers.api.memory.keptKib / servers[peer].memory.keptKib;
    console.log(`api / ${peer}: ${ratio.toFixed(2)} of the memory per stream`);
  }
});

/**
 * Opens the streams. Then opens as many further streams to measure their memory, and closes these.
 * @param connectOne opens the stream with this number
 * @returns the clients, and the memory per stream
 */
async function openMeasured(process, connectOne) {
  const clients = await connectMany(STREAMS, connectOne);
  const growth = await memoryGrowth(process);
  const further = await connectMany(STREAMS, connectOne);
  const memory = await growth();
  for (const client of further) client.destroy();
  // The server closes its side of these streams before the first event is measured.
  await collectGarbage(process);
  return { clients, memory };
}

/**
 * Collects the garbage of a process and notes its resident memory.
 * @returns a function that returns the growth per stream since then, before and after collecting the garbage again, and
 *   how much of it are objects
 */
async function memoryGrowth(child) {
  const before = await collectGarbage(child);
  const beforeMib = residentMib(child.pid);
  const growthKib = () => ((residentMib(child.pid) - beforeMib) * 1024) / STREAMS;
  return async () => {
    const withGarbageKib = growthKib();
    const after = await collectGarbage(child);
    const objectsKib = (after.heapBytes - before.heapBytes) / 1024 / STREAMS;
    return { withGarbageKib, keptKib: growthKib(), objectsKib };
  };
}

async function collectGarbage(child) {
  const collected = new Promise((resolve) => {
    const listen = (message) => {
      if (message.type !== 'collected') return;
      child.off('message', listen);
      resolve(message);
    };
    child.on('message', listen);
  });
  child.kill('SIGUSR2');
  return collected;
}

async function signUp(api, username) {
  const password = 'Read-twice-write-once';
  await api.post('/api/users', { username, email: `${username}@example.org`, password, role: 'viewer' });
  return (await post(api, '/api/auth/login', { username, password })).accessToken;
}

async function post({ address }, path, body, token) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
  return response.json();
}

async function measurePeer({ atEnd }, variant) {
  const file = fileURLToPath(new URL('event-stream-servers.mjs', import.meta.url));
  const server = fork(file, [variant], { execArgv: COLLECTOR });
  atEnd(() => server.kill());
  const [{ port }] = await once(server, 'message');
  const counter = new EventCounter();
  let sentAtUs = 0;
  const { clients, memory } = await openMeasured(server, () =>
    connectClient({ port }, counter, () => sentAtUs),
  );
  await publishSingly(counter, SINGLE, () => {
    sentAtUs = monotonicUs();
    server.send({ events: 1 });
  });
  for (const client of clients) client.destroy();
  return { counter, memory };
}
