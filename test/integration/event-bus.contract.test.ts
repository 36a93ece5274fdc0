// Runs in the full check only: it waits for lost connections.
// Runs on both profiles: the queue, the bus and the counters are on Redis there.
import { EnvironmentModule } from '@app/config';
import { defineEvent } from '@app/contracts';
import { EventBus, EventBusModule } from '@app/events';
import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { TcpRelay } from '../factories/tcp-relay';
import { testEnvironment, waitFor } from '../harness';
import { QUIET } from './queue-processes';
import { QueueServer } from './queue-servers';

interface Numbered {
  publisher: string;
  number: number;
  text: string;
}

const numbered = defineEvent<Numbered>('number-drawn');
const other = defineEvent<{ value: unknown }>('value-changed');

const LONG = 'Ünïcödé 漢字 🏢 '.repeat(5000);
const EVENTS = 200;

describe('the event bus', () => {
  let server: QueueServer;
  let queueUrl: string;
  const processes: INestApplicationContext[] = [];

  beforeAll(async () => {
    server = await QueueServer.start();
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    queueUrl = await server.freshQueueUrl();
  });
  afterEach(async () => {
    for (const process of processes.splice(0)) await process.close();
  });

  async function startBus(url = queueUrl): Promise<EventBus> {
    const process = await Test.createTestingModule({
      imports: [EnvironmentModule.forRoot(testEnvironment({ QUEUE_URL: url })), EventBusModule.forRoot()],
    })
      .setLogger(QUIET)
      .compile();
    processes.push(await process.init());
    return process.get(EventBus);
  }

  async function connectedBus(url = queueUrl): Promise<EventBus> {
    const bus = await startBus(url);
    await connected(bus);
    return bus;
  }

  /** Subscribes as another process would, and collects the events. */
  async function listen(url = queueUrl): Promise<{ bus: EventBus; seen: Numbered[] }> {
    const bus = await startBus(url);
    const seen: Numbered[] = [];
    bus.subscribe(numbered, (event) => void seen.push(event));
    await connected(bus);
    return { bus, seen };
  }

  it("the event bus loses no event, repeats none and keeps each publisher's order, even for long texts", async () => {
    const listeners = [await listen(), await listen()];
    const publishers = [await connectedBus(), await connectedBus(), await connectedBus()];
    await Promise.all(
      publishers.map(async (bus, index) => {
        for (let number = 0; number < EVENTS; number++) {
          const text = number % 50 === 0 ? LONG : `text ${number} 漢`;
          bus.publish(numbered, { publisher: `p${index}`, number, text });
          if (number % 40 === 0) await new Promise(setImmediate);
        }
      }),
    );
    const all = publishers.length * EVENTS;
    for (const { seen } of listeners) {
      await waitFor(() => seen.length >= all, { what: `${all} events` });
      for (const [index] of publishers.entries()) {
        const own = seen.filter(({ publisher }) => publisher === `p${index}`);
        expect(own.map(({ number }) => number)).toEqual(
          Array.from({ length: EVENTS }, (_, number) => number),
        );
        expect(
          own.every(({ number, text }) => text === (number % 50 === 0 ? LONG : `text ${number} 漢`)),
        ).toBe(true);
      }
      expect(seen).toHaveLength(all);
    }
    expect(publishers.map(({ dropped }) => dropped)).toEqual([0, 0, 0]);
  });

  it("the event bus delivers a publisher's own events once per subscription", async () => {
    const { bus, seen } = await listen();
    const again: number[] = [];
    bus.subscribe(numbered, ({ number }) => void again.push(number));
    bus.publish(numbered, { publisher: 'own', number: 1, text: '' });
    bus.publish(numbered, { publisher: 'own', number: 2, text: '' });
    await waitFor(() => seen.length >= 2 && again.length >= 2, { what: 'its own events' });
    expect(seen.map(({ number }) => number)).toEqual([1, 2]);
    expect(again).toEqual([1, 2]);
  });

  it('the event bus delivers events only to subscribers of their type, until they unsubscribe', async () => {
    const { bus, seen } = await listen();
    const values: unknown[] = [];
    const unsubscribe = bus.subscribe(other, ({ value }) => void values.push(value));
    bus.publish(other, { value: { nested: [1, null, 'x'] } });
    bus.publish(numbered, { publisher: 'a', number: 1, text: '' });
    await waitFor(() => seen.length === 1, { what: 'the first event' });
    unsubscribe();
    bus.publish(other, { value: 2 });
    bus.publish(numbered, { publisher: 'a', number: 2, text: '' });
    await waitFor(() => seen.length === 2, { what: 'the second event' });
    expect(values).toEqual([{ nested: [1, null, 'x'] }]);
  });

  it('the event bus calls the other handlers if one handler fails', async () => {
    const { bus, seen } = await listen();
    bus.subscribe(other, () => {
      throw new Error('A handler failed.');
    });
    bus.subscribe(other, () => Promise.reject(new Error('The promise of a handler was rejected.')));
    bus.publish(other, { value: 1 });
    bus.publish(numbered, { publisher: 'a', number: 1, text: '' });
    await waitFor(() => seen.length === 1, { what: 'the event after it' });
    expect(bus.isConnected).toBe(true);
  });

  it('the event bus does not throw if an event cannot be serialized', async () => {
    const bus = await connectedBus();
    const circular: { value: unknown } = { value: null };
    circular.value = circular;
    expect(() => bus.publish(other, circular)).not.toThrow();
  });

  it('the event bus separates the events of installations that share one server', async () => {
    const here = await listen();
    const there = await listen(await server.freshQueueUrl());
    here.bus.publish(numbered, { publisher: 'here', number: 1, text: '' });
    there.bus.publish(numbered, { publisher: 'there', number: 1, text: '' });
    await waitFor(() => here.seen.length > 0 && there.seen.length > 0, { what: 'both events' });
    expect(here.seen.map(({ publisher }) => publisher)).toEqual(['here']);
    expect(there.seen.map(({ publisher }) => publisher)).toEqual(['there']);
  });

  it('the event bus reconnects after the server restarts, and sends the events published meanwhile', async () => {
    const { bus, seen } = await listen();
    await server.stop();
    await waitFor(() => !bus.isConnected, { what: 'the loss' });
    const reconnected = jest.fn();
    bus.onConnected(reconnected);
    for (let number = 0; number < 20; number++) bus.publish(numbered, { publisher: 'a', number, text: LONG });
    await server.start();
    await connected(bus);
    bus.publish(numbered, { publisher: 'a', number: 20, text: '' });
    await waitFor(() => seen.length >= 21, { what: 'all events' });
    expect(seen.map(({ number }) => number)).toEqual(Array.from({ length: 21 }, (_, number) => number));
    expect(reconnected).toHaveBeenCalled();
  });

  it('the event bus starts without its server, keeps the events, and connects later', async () => {
    await server.stop();
    const bus = await startBus();
    const seen: number[] = [];
    bus.subscribe(numbered, ({ number }) => void seen.push(number));
    for (let number = 0; number < 300; number++) bus.publish(numbered, { publisher: 'a', number, text: '' });
    expect(bus.dropped).toBe(0);
    await server.start();
    await waitFor(() => seen.length >= 300, { what: 'the events that were kept' });
    expect(seen).toEqual(Array.from({ length: 300 }, (_, number) => number));
  });

  it('the event bus resends events that a hanging server may have received, and delivers each of them once', async () => {
    const { seen } = await listen();
    const publisher = await connectedBus();
    server.freeze();
    for (let number = 0; number < 10; number++)
      publisher.publish(numbered, { publisher: 'a', number, text: LONG });
    await waitFor(() => !publisher.isConnected, { what: 'the publisher to give the connection up' });
    server.thaw();
    publisher.publish(numbered, { publisher: 'a', number: 10, text: '' });
    await waitFor(() => seen.some(({ number }) => number === 10), { what: 'the last event' });
    expect(seen.map(({ number }) => number)).toEqual(Array.from({ length: 11 }, (_, number) => number));
  });

  it("the event bus receives events again after the network has silently dropped a subscriber's connection", async () => {
    const relay = await TcpRelay.before(queueUrl);
    const { seen } = await listen(relay.url);
    const publisher = await connectedBus();
    relay.abandon();
    let number = 0;
    const isHeard = () => {
      publisher.publish(numbered, { publisher: 'a', number: ++number, text: '' });
      return seen.length > 0;
    };
    await waitFor(isHeard, { what: 'an event' });
    expect(seen.at(-1)).toMatchObject({ publisher: 'a' });
    for (const process of processes.splice(0)) await process.close();
    await relay.cut();
  });

  it('the event bus stops in time while its server hangs', async () => {
    await listen();
    server.freeze();
    const closedAtMs = performance.now();
    for (const process of processes.splice(0)) await process.close();
    expect(performance.now() - closedAtMs).toBeLessThan(15_000);
    server.thaw();
  });
});

const connected = (bus: EventBus) => waitFor(() => bus.isConnected, { what: 'the connection' });
