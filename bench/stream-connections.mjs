/**
 * Measures the event stream of the whole api with many connections: sign-in, roles, the bus and the sockets. Five users
 * open 1,000 streams each. Then faults are created over HTTP, and all streams receive an event for each fault.
 * Baseline: a process that only writes each event to the same number of sockets. No server of event streams can do
 * less. A latency is measured from the request that creates the fault, or from the command to the baseline process.
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

await runBenchmark(async (scope) => {
  const url = `${await startPostgres(scope)}/bench`;
  const api = await startApi(scope, url, {
    QUEUE_URL: url,
    LIMIT_STREAMS_PER_USER: String(STREAMS_PER_USER),
    LIMIT_CONNECTIONS: '10000',
  });
  const tokens = [];
  for (let user = 0; user < USERS; user++) tokens.push(await signUp(api, `viewer-${user}`));
  const port = Number(new URL(api.address).port);
  const counter = new EventCounter();
  const beforeMib = residentMib(api.pid);
  const startMs = performance.now();
  const clients = await connectMany(STREAMS, async (number) => {
    const { token } = await post(api, '/api/events/token', {}, tokens[number % USERS]);
    const path = `/api/events?token=${encodeURIComponent(token)}`;
    return connectClient({ port, path, mark: 'event: fault_update' }, counter, () => sentAtUs);
  });
  const openMs = performance.now() - startMs;
  const openMib = residentMib(api.pid);
  let sentAtUs = 0;
  const beforeCpuMs = cpuMs(api.pid);
  await publishSingly(counter, SINGLE, (number) => {
    sentAtUs = monotonicUs();
    return api.post('/api/faults', { title: `Pump ${number} vibrates`, severity: 'minor' });
  });
  const usedMs = (cpuMs(api.pid) - beforeCpuMs) / EVENTS;
  for (const client of clients) client.destroy();
  console.log(
    `${format(STREAMS)} streams opened in ${format(openMs)} ms, ` +
      `${format(((openMib - beforeMib) * 1024) / STREAMS)} KiB of resident memory each (aim ${AIM_KIB})`,
  );
  const floor = await measureFloor(scope);
  for (const [name, figures] of Object.entries({ api: counter, 'bare writes': floor })) {
    console.log(
      `${name}: one event to all streams, p50 ${format(figures.percentile(0.5))} ms, p99 ${format(figures.percentile(0.99))} ms`,
    );
  }
  console.log(`${format(usedMs)} ms of CPU of the api per event`);
});

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

async function measureFloor({ atEnd }) {
  const server = fork(fileURLToPath(new URL('event-stream-servers.mjs', import.meta.url)), ['writes']);
  atEnd(() => server.kill());
  const [{ port }] = await once(server, 'message');
  const counter = new EventCounter();
  let sentAtUs = 0;
  const clients = await connectMany(STREAMS, () => connectClient({ port }, counter, () => sentAtUs));
  await publishSingly(counter, SINGLE, () => {
    sentAtUs = monotonicUs();
    server.send({ events: 1 });
  });
  for (const client of clients) client.destroy();
  return counter;
}
