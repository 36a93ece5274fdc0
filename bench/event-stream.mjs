/**
 * What a burst of events costs: the event stream of this product beside Nest's own `@Sse` and beside one write per
 * event and client, each in a process of its own, one after another. Counted from the first event published until
 * the last client has received the last. To be run by hand: `npm run build && node bench/event-stream.mjs`
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

const CLIENTS = 200;
const EVENTS = 1000;
/** Bursts of one variant: as many as fit this time, at least two, at most eight. */
const VARIANT_MS = 4000;
const VARIANTS = ['hub', 'writes', 'sse'];

async function measure(variant) {
  const server = fork(fileURLToPath(new URL('event-stream-servers.mjs', import.meta.url)), [variant]);
  const [{ port }] = await once(server, 'message');
  const counter = new EventCounter();
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => connectClient(port, counter)));

  const burstMs = [];
  const endMs = performance.now() + VARIANT_MS;
  while (burstMs.length < 2 || (burstMs.length < 8 && performance.now() < endMs)) {
    const startMs = performance.now();
    const received = counter.reached(counter.count + CLIENTS * EVENTS);
    server.send({ events: EVENTS });
    await received;
    burstMs.push(performance.now() - startMs);
  }

  for (const client of clients) client.destroy();
  const ended = once(server, 'exit');
  server.disconnect();
  await ended;
  const medianMs = burstMs.toSorted((one, other) => one - other)[Math.floor(burstMs.length / 2)];
  const rate = (CLIENTS * EVENTS * 1000) / medianMs;
  console.log(
    `${variant}: ${Math.round(rate)} events/s (${Math.round(medianMs)} ms a burst of ${burstMs.length})`,
  );
  return rate;
}

/** Counts the events that all clients have received: each ends in an empty line. */
class EventCounter {
  count = 0;
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
  socket.on('data', (bytes) => {
    let events = lastByte === 10 && bytes[0] === 10 ? 1 : 0;
    for (let at = bytes.indexOf('\n\n'); at >= 0; at = bytes.indexOf('\n\n', at + 2)) events++;
    lastByte = bytes.at(-1);
    counter.add(events);
  });
  return socket;
}

const rates = {};
for (const variant of VARIANTS) rates[variant] = await measure(variant);
for (const variant of VARIANTS.slice(1)) {
  console.log(`hub / ${variant}: ${(rates.hub / rates[variant]).toFixed(1)}`);
}
