/**
 * Measures the event stream of the whole api with many connections: sign-in, roles, the bus and the sockets. Five users
 * open 1,000 streams each. Then faults are created over HTTP, and all streams receive an event for each fault.
 * Baselines: a plain `node:http` server that only writes each event to the same number of responses, and better-sse. A
 * latency is measured from the request that creates the fault, or from the command to the baseline process. Memory is
 * the growth of the resident memory while the streams are opened, with and without garbage.
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

const USERS = 5;
const STREAMS_PER_USER = 1000;
const STREAMS = USERS * STREAMS_PER_USER;
const EVENTS = 50;
const SINGLE = { clients: STREAMS, events: EVENTS, everyMs: 500 };
const AIM_KIB = 10;
const COLLECTOR = ['--require', fileURLToPath(new URL('collect-garbage.cjs', import.meta.url))];

await runBenchmark(async (scope) => {
  const url = `${await startPostgres(scope)}/bench`;
  const api = await startApi(scope, url, {
    QUEUE_URL: url,
    LIMIT_STREAMS_PER_USER: String(STREAMS_PER_USER),
    LIMIT_CONNECTIONS: '10000',
    NODE_OPTIONS: COLLECTOR.join(' '),
  });
  const tokens = [];
  for (let user = 0; user < USERS; user++) tokens.push(await signUp(api, `viewer-${user}`));
  const port = Number(new URL(api.address).port);
  const counter = new EventCounter();
  const growth = await memoryGrowth(api.child);
  const startMs = performance.now();
  const clients = await connectMany(STREAMS, async (number) => {
    const { token } = await post(api, '/api/events/token', {}, tokens[number % USERS]);
    const path = `/api/events?token=${encodeURIComponent(token)}`;
    return connectClient({ port, path, mark: 'event: fault_update' }, counter, () => sentAtUs);
  });
  const openMs = performance.now() - startMs;
  const memory = await growth();
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
        `${memory.withGarbageKib.toFixed(1)} KiB with garbage; one event to all streams, ` +
        `p50 ${format(counter.percentile(0.5))} ms, p99 ${format(counter.percentile(0.99))} ms`,
    );
  }
  for (const peer of ['node:http', 'better-sse']) {
    const ratio = servers.api.memory.keptKib / servers[peer].memory.keptKib;
    console.log(`api / ${peer}: ${ratio.toFixed(2)} of the memory per stream`);
  }
});

/**
 * Collects the garbage of a process and notes its resident memory.
 * @returns a function that returns the growth per stream since then, before and after collecting the garbage again
 */
async function memoryGrowth(child) {
  await collectGarbage(child);
  const beforeMib = residentMib(child.pid);
  const growthKib = () => ((residentMib(child.pid) - beforeMib) * 1024) / STREAMS;
  return async () => {
    const withGarbageKib = growthKib();
    await collectGarbage(child);
    return { withGarbageKib, keptKib: growthKib() };
  };
}

async function collectGarbage(child) {
  const collected = new Promise((resolve) => {
    const listen = ({ type }) => {
      if (type !== 'collected') return;
      child.off('message', listen);
      resolve();
    };
    child.on('message', listen);
  });
  child.kill('SIGUSR2');
  await collected;
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
  const growth = await memoryGrowth(server);
  const clients = await connectMany(STREAMS, () => connectClient({ port }, counter, () => sentAtUs));
  const memory = await growth();
  await publishSingly(counter, SINGLE, () => {
    sentAtUs = monotonicUs();
    server.send({ events: 1 });
  });
  for (const client of clients) client.destroy();
  return { counter, memory };
}
