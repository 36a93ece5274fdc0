/** Raw clients of an event stream that count events. They share one process, and do not parse events. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Counts the events that all clients have received. */
export class EventCounter {
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

  /** Starts to measure latencies. */
  measure() {
    this.latencies = [];
  }

  /** Returns a percentile of the latencies in milliseconds. A `share` of 0.99 means the 99th percentile. */
  percentile(share) {
    const sorted = Float64Array.from(this.latencies).sort();
    return sorted[Math.floor(sorted.length * share)] / 1000;
  }
}

/** Opens `count` clients, 100 at a time. Calls `connectOne` with the number of each client. */
export async function connectMany(count, connectOne) {
  const clients = [];
  while (clients.length < count) {
    const batch = Array.from({ length: Math.min(100, count - clients.length) }, (_, index) =>
      connectOne(clients.length + index),
    );
    clients.push(...(await Promise.all(batch)));
  }
  return clients;
}

/**
 * Opens a stream and resolves after its first bytes.
 * @param mark text that each counted event contains once
 * @param publishedAtUs returns the time at which the event in these bytes was published, in microseconds of the
 *   monotonic clock, or null if the bytes contain no such time
 */
export async function connectClient(
  { port, path = '/events', headers = '', mark = '\n\n' },
  counter,
  publishedAtUs,
) {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
  const [head] = await once(socket, 'data');
  if (!head.includes('HTTP/1.1 200'))
    throw new Error(`The stream was refused: ${head.toString('latin1', head.length - 300)}`);
  const marker = Buffer.from(mark);
  // The last bytes of the previous chunk, because a mark can be split between two chunks.
  let tail = Buffer.alloc(0);
  let atUs = 0;
  socket.on('data', (bytes) => {
    let events = Buffer.concat([tail, bytes.subarray(0, marker.length - 1)]).includes(marker) ? 1 : 0;
    for (let at = bytes.indexOf(marker); at >= 0; at = bytes.indexOf(marker, at + marker.length)) events++;
    const last = bytes.length < marker.length ? Buffer.concat([tail, bytes]) : bytes;
    tail = last.subarray(Math.max(0, last.length - marker.length + 1));
    if (counter.latencies) {
      atUs = publishedAtUs(bytes) ?? atUs;
      if (events > 0) counter.latencies.push(monotonicUs() - atUs);
    }
    counter.add(events);
  });
  return socket;
}

/** The monotonic clock, which is the same in all processes. */
export function monotonicUs() {
  return Number(process.hrtime.bigint() / 1000n);
}

/**
 * Publishes single events with a pause after each, and waits until all clients have received each of them. The counter
 * measures the latencies.
 */
export async function publishSingly(counter, { clients, events, everyMs }, publish) {
  counter.measure();
  for (let number = 0; number < events; number++) {
    const received = counter.reached(counter.count + clients);
    await publish(number);
    await Promise.all([received, delay(everyMs)]);
  }
}
