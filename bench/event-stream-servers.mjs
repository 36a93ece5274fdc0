/** The servers that `event-stream.mjs` compares. Each server reports its address, and publishes a burst on request. */
import 'reflect-metadata';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const SERVERS = { hub, writes, sse, 'better-sse': betterSse };
const { port, publish } = await SERVERS[process.argv[2]]();
process.on('message', ({ events }) => {
  for (let number = 0; number < events; number++) publish(pointValue(number));
});
process.on('disconnect', () => process.exit());
process.send({ port });

function pointValue(number) {
  return {
    code: `AHU-${number}.SupplyTemperature`,
    // The time in microseconds, from which the client computes the latency. All processes share the monotonic clock.
    value: Number(process.hrtime.bigint() / 1000n),
    quality: 'good',
    timestamp: instant(),
  };
}

function instant() {
  return new Date().toISOString();
}

/** The event stream of the product. It does everything that the api does for an event of the bus. */
async function hub() {
  const features = '../dist/apps/api/src/features/events';
  const { StreamHub } = require(`${features}/stream-hub.js`);
  const { STREAM_EVENTS } = require(`${features}/stream-events.js`);
  const clock = { now: () => new Date(), nowMs: () => Date.now() };
  const user = { userId: 1, role: 'viewer' };
  const users = { rolesOf: async (ids) => new Map(ids.map((id) => [id, user.role])) };
  const streams = new StreamHub(users, clock, {
    queue: { length: 1000, bytes: 1024 * 1024 },
    streamsPerUser: 10_000,
    heartbeatMs: 60_000,
    stallMs: 60_000,
    behindMs: 300_000,
  });
  let handle;
  const bus = { subscribe: (_definition, handler) => (handle = handler) };
  STREAM_EVENTS.find(({ type }) => type === 'iot:value:change').follow(bus, clock, streams);
  const server = await listen((_request, response) => streams.open(user, 'all', response));
  return { port: server.address().port, publish: (value) => handle({ values: [value] }) };
}

/** Encodes each event once, and writes it to each client. */
async function writes() {
  const responses = new Set();
  const server = await listen((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(': open\n\n');
    responses.add(response);
  });
  let id = 0;
  const publish = (value) => {
    const text = `event: iot:value:change\nid: ${++id}\ndata: ${JSON.stringify(dataOf(value))}\n\n`;
    for (const response of responses) response.write(text);
  };
  return { port: server.address().port, publish };
}

/** Uses a channel of the library better-sse. */
async function betterSse() {
  const { createChannel, createSession } = require('better-sse');
  const channel = createChannel();
  const server = await listen(async (request, response) =>
    channel.register(await createSession(request, response)),
  );
  const publish = (value) => channel.broadcast(dataOf(value), 'iot:value:change');
  return { port: server.address().port, publish };
}

/** Uses Nest's own `@Sse`. */
async function sse() {
  const { Controller, Module, Sse } = require('@nestjs/common');
  const { NestFactory } = require('@nestjs/core');
  const { Subject } = require('rxjs');
  const events = new Subject();

  class EventsController {
    stream() {
      return events;
    }
  }
  decorate(EventsController.prototype, 'stream', Sse('events'));
  Controller()(EventsController);
  class AppModule {}
  Module({ controllers: [EventsController] })(AppModule);

  const app = await NestFactory.create(AppModule, { logger: false });
  await app.listen(0, '127.0.0.1');
  const publish = (value) => events.next({ type: 'iot:value:change', data: dataOf(value) });
  return { port: app.getHttpServer().address().port, publish };
}

function dataOf(value) {
  return { type: 'iot:value:change', kind: 'point', sentAt: instant(), ...value };
}

function decorate(prototype, name, decorator) {
  decorator(prototype, name, Object.getOwnPropertyDescriptor(prototype, name));
}

async function listen(handler) {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
