/** The server of `stalled-streams.mjs`: the product's event stream behind a plain HTTP server. */
import 'reflect-metadata';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { built } from './built.mjs';

const CLIENTS = 50;
const POINTS = 2000;
const AREAS = 40;
const TURNS = 20_000;
const VALUES_PER_TURN = 20;
const EXECUTIONS_PER_TURN = 10;

const { StreamHub } = built('apps/api/src/features/events/stream-hub.js');
const { STREAM_EVENTS } = built('apps/api/src/features/events/stream-events.js');
const user = { userId: 1, role: 'viewer' };
const users = { rolesOf: async (ids) => new Map(ids.map((id) => [id, user.role])) };
const clock = { now: () => new Date(), nowMs: () => Date.now() };
const hub = new StreamHub(users, clock, {
  queue: { length: 1000, bytes: 1024 * 1024 },
  streamsPerUser: 1000,
  heartbeatMs: 60_000,
  stallMs: 60_000,
  behindMs: 300_000,
});

const handlers = {};
const sink = {
  bytes: 0,
  wants: () => true,
  publish(frames) {
    for (const { bytes } of frames) this.bytes += bytes.length;
    hub.publish(frames);
  },
};
for (const event of STREAM_EVENTS) {
  const bus = { subscribe: (_definition, handler) => (handlers[event.type] = handler) };
  event.follow(bus, clock, sink);
}

const server = createServer((_request, response) => hub.open(user, 'all', response)).listen(0, '127.0.0.1');
await once(server, 'listening');
process.on(
  'message',
  (what) => void { measure, publish, end }[what]().then((answer) => process.send(answer)),
);
process.on('disconnect', () => process.exit());
process.send({ port: server.address().port });

async function measure() {
  // Collect garbage first, because only retained memory counts. The process returns freed memory to the system a little
  // later.
  for (let time = 0; time < 5; time++) {
    globalThis.gc();
    await delay(200);
  }
  return { ...process.memoryUsage(), kernel: unsentBytes() };
}

/** Returns the number of unsent bytes in the kernel's send buffers of all connections. Linux only. */
function unsentBytes() {
  const localPort = server.address().port.toString(16).toUpperCase().padStart(4, '0');
  const connections = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1, -1);
  return connections
    .map((line) => line.trim().split(/[ :]+/))
    .filter((fields) => fields[2] === localPort)
    .reduce((sum, fields) => sum + Number.parseInt(fields[6], 16), 0);
}

async function end() {
  hub.endAll();
  return measure();
}

async function publish() {
  while (hub.connectionCount < CLIENTS) await delay(10);
  let events = 0;
  let peak = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    handlers['iot:value:change']({ values: Array.from({ length: VALUES_PER_TURN }, () => value(events++)) });
    for (let number = 0; number < EXECUTIONS_PER_TURN; number++) {
      handlers['workflow:execution:status'](execution(events++));
    }
    if (turn % 10 === 0) handlers.energy_update(energy(events++));
    if (turn % 50 === 0) peak = Math.max(peak, process.memoryUsage.rss());
    await nextTurn();
  }
  return { events, bytes: sink.bytes, waiting: hub.queuedCount, peak };
}

function value(number) {
  const code = `BUILDING-1.AHU-${(number * 7919) % POINTS}.SupplyAirTemperature`;
  return { code, value: number * 1.37, quality: 'good', timestamp: clock.now().toISOString() };
}

function execution(number) {
  return {
    executionId: `0190a8f0-6d3a-7000-8000-${String(number).padStart(12, '0')}`,
    workflowId: 17,
    status: number % 2 ? 'running' : 'success',
    startedAt: clock.now().toISOString(),
    error: null,
  };
}

function energy(number) {
  const area = (id) => ({
    id,
    name: `Area ${id}`,
    energyType: 'electricity',
    currentPower: number * 0.37 + id,
    todayEnergy: number * 1.21 + id,
    yesterdayEnergy: 1234.567,
    status: 'normal',
    percentage: 42.5,
    limit: 500,
  });
  return { areas: Array.from({ length: AREAS }, (_, id) => area(id)) };
}
