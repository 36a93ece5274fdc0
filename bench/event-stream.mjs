/**
 * Compares the event stream of this product with the library better-sse, with Nest's own `@Sse`, and with one write per
 * event and client. The variants run one after another, each in a separate process. A burst lasts from the first
 * published event until the last client has received the last event. Then single events measure the latency of each
 * delivery. Run it by hand: `npm run build && node bench/event-stream.mjs [clients] [variants]`
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { connectClient, connectMany, EventCounter, publishSingly } from './stream-clients.mjs';

const [clientCount = '1000', ...variants] = process.argv.slice(2);
const CLIENTS = Number(clientCount);
const EVENTS = 200;
const SINGLE_EVENTS = 100;
const SINGLE_EVERY_MS = 100;
/** Total time for the bursts of one variant. At least two and at most eight bursts run. */
const VARIANT_MS = 4000;
const VARIANTS = variants.length > 0 ? variants : ['hub', 'better-sse', 'writes', 'sse'];

async function measure(variant) {
  const server = fork(fileURLToPath(new URL('event-stream-servers.mjs', import.meta.url)), [variant]);
  const [{ port }] = await once(server, 'message');
  const counter = new EventCounter();
  const clients = await connectMany(CLIENTS, () => connectClient({ port }, counter, publishedAt));

  const burstMs = [];
  const endMs = performance.now() + VARIANT_MS;
  while (burstMs.length < 2 || (burstMs.length < 8 && performance.now() < endMs)) {
    const startMs = performance.now();
    const received = counter.reached(counter.count + CLIENTS * EVENTS);
    server.send({ events: EVENTS });
    await received;
    burstMs.push(performance.now() - startMs);
  }
  const single = { clients: CLIENTS, events: SINGLE_EVENTS, everyMs: SINGLE_EVERY_MS };
  await publishSingly(counter, single, () => server.send({ events: 1 }));

  for (const client of clients) client.destroy();
  const ended = once(server, 'exit');
  server.disconnect();
  await ended;
  const medianMs = burstMs.toSorted((one, other) => one - other)[Math.floor(burstMs.length / 2)];
  const rate = (CLIENTS * EVENTS * 1000) / medianMs;
  console.log(
    `${variant}: ${Math.round(rate)} events/s (median of ${burstMs.length} bursts: ${Math.round(medianMs)} ms); ` +
      `single events p50 ${counter.percentile(0.5).toFixed(1)} ms, p99 ${counter.percentile(0.99).toFixed(1)} ms`,
  );
  return rate;
}

/** Returns the value of an event, which is the time at which it was published; null if `bytes` contain no value. */
function publishedAt(bytes) {
  const start = bytes.indexOf('"value":');
  return start < 0 ? null : Number.parseInt(bytes.latin1Slice(start + 8), 10);
}

const rates = {};
for (const variant of VARIANTS) rates[variant] = await measure(variant);
for (const variant of VARIANTS.slice(1)) {
  console.log(`hub / ${variant}: ${(rates.hub / rates[variant]).toFixed(1)}`);
}
