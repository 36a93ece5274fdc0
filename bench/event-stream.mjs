/**
 * Benchmarks the event stream of this product beside the library better-sse, Nest's own `@Sse`, and one write per event
 * and client. Each variant runs in a separate process, one after another. A burst lasts from the first published event
 * until the last client has received the last event. Then single events measure the latency of each delivery. Run it by
 * hand: `npm run build && node bench/event-stream.mjs [clients] [variants]`
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const [clientCount = '1000', ...variants] = process.argv.slice(2);
const CLIENTS = Number(clientCount);
const EVENTS = 200;
/** Single events, published at this interval. */
const SINGLE_EVENTS = 100;
const SINGLE_EVERY_MS = 100;
/** Time for the bursts of one variant. At least two and at most eight bursts run. */
const VARIANT_MS = 4000;
const VARIANTS = variants.length > 0 ? variants : ['hub', 'better-sse', 'writes', 'sse'];

async function measure(variant) {
  const server = fork(fileURLToPath(new URL('event-stream-servers.mjs', import.meta.url)), [variant]);
  const [{ port }] = await once(server, 'message');
  const counter = new EventCounter();
  const clients = [];
  while (clients.length < CLIENTS) {
    const open = Array.from({ length: Math.min(100, CLIENTS - clients.length) }, () =>
      connectClient(port, counter),
    );
    clients.push(...(await Promise.all(open)));
  }

  const burstMs = [];
  const endMs = performance.now() + VARIANT_MS;
  while (burstMs.length < 2 || (burstMs.length < 8 && performance.now() < endMs)) {
    const startMs = performance.now();
    const received = counter.reached(counter.count + CLIENTS * EVENTS);
    server.send({ events: EVENTS });
    await received;
    burstMs.push(performance.now() - startMs);
  }
  const latencies = await singleEvents(server, counter);

  for (const client of clients) client.destroy();
  const ended = once(server, 'exit');
  server.disconnect();
  await ended;
  const medianMs = burstMs.toSorted((one, other) => one - other)[Math.floor(burstMs.length / 2)];
  const rate = (CLIENTS * EVENTS * 1000) / medianMs;
  const p = (share) => (latencies[Math.floor(latencies.length * share)] / 1000).toFixed(1);
  console.log(
    `${variant}: ${Math.round(rate)} events/s (${Math.round(medianMs)} ms a burst of ${burstMs.length}); ` +
      `single events p50 ${p(0.5)} ms, p99 ${p(0.99)} ms`,
  );
  return rate;
}

/** @returns the latencies of all deliveries in microseconds, sorted */
async function singleEvents(server, counter) {
  counter.latencies = [];
  for (let number = 0; number < SINGLE_EVENTS; number++) {
    const received = counter.reached(counter.count + CLIENTS);
    server.send({ events: 1 });
    await Promise.all([received, delay(SINGLE_EVERY_MS)]);
  }
  return Float64Array.from(counter.latencies).sort();
}

/** Counts the events that all clients have received. An empty line ends each event. */
class EventCounter {
  count = 0;
  /** Microseconds; null while they are not measured. */
  latencies = null;
  #goal = Infinity;
  #done = () => undefined;

  add(events) {
    this.count += events;
    if (this.count >= this.#goal) this.#done();
  }

  reached(goal) {
    this.#goal = goal;
    return new Promise((resolve) => {
      this.#done = resolve;
      this.add(0);
    });
  }
}

async function connectClient(port, counter) {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  let lastByte = 0;
  let publishedAtUs = 0;
  socket.on('data', (bytes) => {
    let events = lastByte === 10 && bytes[0] === 10 ? 1 : 0;
    for (let at = bytes.indexOf('\n\n'); at >= 0; at = bytes.indexOf('\n\n', at + 2)) events++;
    lastByte = bytes.at(-1);
    if (counter.latencies) publishedAtUs = publishedAt(bytes) ?? publishedAtUs;
    if (counter.latencies && events > 0) counter.latencies.push(now() - publishedAtUs);
    counter.add(events);
  });
  return socket;
}

function now() {
  return Number(process.hrtime.bigint() / 1000n);
}

/** The value of an event is the time of its publication. Returns null if `bytes` contain no value. */
function publishedAt(bytes) {
  const start = bytes.indexOf('"value":');
  return start < 0 ? null : Number.parseInt(bytes.latin1Slice(start + 8), 10);
}

const rates = {};
for (const variant of VARIANTS) rates[variant] = await measure(variant);
for (const variant of VARIANTS.slice(1)) {
  console.log(`hub / ${variant}: ${(rates.hub / rates[variant]).toFixed(1)}`);
}
