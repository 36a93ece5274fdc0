import { once } from 'node:events';
import { type Server, ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { FixedClock, type Role } from '@app/kernel';
import { EventSource } from 'eventsource';
import { type EventSourceMessage, createParser } from 'eventsource-parser';
import type { StreamContext } from '../../apps/api/src/features/events/stream-connection';
import { type StreamFrame, eventBytes } from '../../apps/api/src/features/events/stream-frame';
import { StreamHub, type StreamLimits } from '../../apps/api/src/features/events/stream-hub';
import type { Delivery } from '../../apps/api/src/features/events/stream-queue';
import type { StreamTypes } from '../../apps/api/src/features/events/stream-types';
import { type StreamUser, StreamUsers } from '../../apps/api/src/features/events/stream-users';
import { waitFor } from '../harness';

const NOW = '2026-03-01T10:00:00.000Z';
const QUEUE_BYTES = 2 ** 24;
const LIMITS: StreamLimits = {
  queue: { length: 100, bytes: QUEUE_BYTES },
  streamsPerUser: 3,
  heartbeatMs: 60_000,
  stallMs: 60_000,
  behindMs: 300_000,
};

const VIEWER: StreamUser = { userId: 1, role: 'viewer', expiresAt: null };

/** A long text. A client that does not read falls behind after a few dozen events with this text. */
const BULK = 'x'.repeat(64 * 1024);

class ListedUsers extends StreamUsers {
  readonly reads: number[][] = [];
  readonly gone = new Set<number>();

  rolesOf(users: readonly StreamUser[]): Promise<(Role | null)[]> {
    const userIds = users.map(({ userId }) => userId ?? 0);
    this.reads.push(userIds);
    return Promise.resolve(userIds.map((id) => (this.gone.has(id) ? null : 'viewer')));
  }
}

/** A hub behind a plain HTTP server. The query names the user, and the time until its key expires: `/?user=1&validMs=9`. */
class HubServer {
  readonly users = new ListedUsers();
  readonly clock = new FixedClock(Date.parse(NOW));
  readonly responses: ServerResponse[] = [];
  /** The server's side of each connection. */
  readonly served: Socket[] = [];
  readonly hub: StreamHub;
  private readonly server: Server;
  private readonly sockets: Socket[] = [];
  private readonly clients: EventSource[] = [];
  private origin = '';

  constructor(limits: Partial<StreamLimits>, types: StreamTypes) {
    this.hub = new StreamHub(this.users, this.clock, { ...LIMITS, ...limits });
    this.server = createServer((request, response) => {
      this.responses.push(response);
      this.served.push(request.socket);
      const asked = new URL(request.url ?? '', 'http://localhost').searchParams;
      const validMs = asked.get('validMs');
      const expiresAt = validMs === null ? null : new Date(Date.parse(NOW) + Number(validMs));
      this.hub.open({ ...VIEWER, userId: Number(asked.get('user')), expiresAt }, types, response);
    });
  }

  static async start(limits: Partial<StreamLimits> = {}, types: StreamTypes = 'all'): Promise<HubServer> {
    const started = new HubServer(limits, types);
    started.hub.onModuleInit();
    await once(started.server.listen(0, '127.0.0.1'), 'listening');
    started.origin = `http://127.0.0.1:${(started.server.address() as AddressInfo).port}`;
    return started;
  }

  client(userId: number | string): { messages: EventSourceMessage[]; source: EventSource } {
    const source = new EventSource(`${this.origin}/?user=${userId}`);
    const messages: EventSourceMessage[] = [];
    for (const type of ['heartbeat', 'iot:value:change', 'iot:alarm:trigger', 'lighting_update']) {
      source.addEventListener(type, ({ data, lastEventId }) =>
        messages.push({ event: type, data: data as string, id: lastEventId }),
      );
    }
    this.clients.push(source);
    return { messages, source };
  }

  /** Connects a client that sends its request, and reads only when the test calls `read`. */
  async stalledClient(userId: number): Promise<Socket> {
    const before = this.hub.connectionCount;
    const socket = connect(Number(new URL(this.origin).port), '127.0.0.1').pause();
    this.sockets.push(socket);
    socket.write(`GET /?user=${userId} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await waitFor(() => this.hub.connectionCount > before, { what: 'the connection' });
    return socket;
  }

  /** Publishes `count` events over several ticks of the event loop. */
  async fillQueue(count: number): Promise<void> {
    for (let number = 0; this.hub.queuedCount < count; number++) {
      this.hub.publish([frame('lighting_update', `filler:${number}`, 'ordered', { number, text: BULK })]);
      await nextTurn();
    }
  }

  closeServer(): Promise<unknown> {
    const closed = once(this.server, 'close');
    this.server.close();
    return closed;
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.close();
    for (const socket of this.sockets) socket.destroy();
    this.hub.onModuleDestroy();
    // Close all connections, including those that a client has opened but not used yet.
    this.server.closeAllConnections();
    if (this.server.listening) await this.closeServer();
  }
}

function frame(type: string, key: string, delivery: Delivery, payload: object): StreamFrame {
  return { type, key, delivery, bytes: eventBytes({ type, kind: 'point' }, payload, NOW) };
}

function value(code: string, current: number): StreamFrame {
  return frame('iot:value:change', `point:${code}`, 'latest', { code, value: current });
}

function dataOf<Payload>({ data }: EventSourceMessage): Payload {
  return JSON.parse(data) as Payload;
}

interface Numbered {
  number: number;
}

function isAlarm({ event }: EventSourceMessage): boolean {
  return event === 'iot:alarm:trigger';
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Reads until `done` returns true. Returns all events since the connection was opened. */
async function readAll(
  socket: Socket,
  done: (message: EventSourceMessage) => boolean,
): Promise<EventSourceMessage[]> {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  // The parser treats the head of the response as unknown fields, and ignores them.
  socket.on('data', (bytes) => parser.feed(bytes.toString()));
  socket.resume();
  await waitFor(() => messages.some(done), { what: 'the last event' });
  return messages;
}

describe('the stream hub', () => {
  let server: HubServer;

  afterEach(async () => {
    jest.restoreAllMocks();
    await server.stop();
  });

  it('a stream starts with a heartbeat, and numbers its events from 1 on each connection', async () => {
    server = await HubServer.start();
    const early = server.client(1);
    await waitFor(() => early.messages.length === 1, { what: 'the first heartbeat' });
    server.hub.publish([value('A', 1)]);
    await waitFor(() => early.messages.length === 2, { what: 'the first value' });

    const late = server.client(2);
    await waitFor(() => late.messages.length === 1, { what: 'the heartbeat of the other' });
    server.hub.publish([value('A', 2), value('B', 3)]);
    await waitFor(() => early.messages.length === 4 && late.messages.length === 3, { what: 'all values' });

    expect(late.messages.map(({ id, event }) => `${id} ${event}`)).toEqual([
      '1 heartbeat',
      '2 iot:value:change',
      '3 iot:value:change',
    ]);
    expect(early.messages.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
    expect(dataOf(late.messages[0] as EventSourceMessage)).toEqual({
      type: 'heartbeat',
      kind: 'heartbeat',
      timestamp: NOW,
    });
  });

  it('the stream hub sends a client only heartbeats and events of the types that it requested', async () => {
    server = await HubServer.start({ heartbeatMs: 30 }, ['iot:alarm:trigger']);
    const { messages } = server.client(1);
    await waitFor(() => messages.length > 0, { what: 'the first heartbeat' });

    expect(server.hub.wants('iot:value:change')).toBe(false);
    expect(server.hub.wants('iot:alarm:trigger')).toBe(true);
    server.hub.publish([value('A', 1), frame('iot:alarm:trigger', 'alert:1', 'kept', {}), value('A', 2)]);
    await waitFor(() => messages.some(isAlarm) && messages.length >= 4, { what: 'an alarm and heartbeats' });

    const types = messages.map(({ event }) => event);
    expect(types.filter((type) => type !== 'heartbeat')).toEqual(['iot:alarm:trigger']);
    expect(messages.map(({ id }) => Number(id))).toEqual(messages.map((_message, index) => index + 1));
  });

  it('the stream hub batches the events of one tick', async () => {
    server = await HubServer.start();
    const { messages } = server.client(1);
    await waitFor(() => messages.length === 1, { what: 'the first heartbeat' });
    const write = jest.spyOn(server.served[0] as Socket, 'write');

    for (let number = 0; number < 500; number++) server.hub.publish([value('A', number)]);
    await waitFor(() => messages.length === 501, { what: 'all values' });

    expect(write).toHaveBeenCalledTimes(1);
    const values = messages.slice(1).map((message) => dataOf<{ value: number }>(message).value);
    expect(values).toEqual(values.map((_value, index) => index));
  });

  it('the stream hub sends a fast client every event of a large burst', async () => {
    server = await HubServer.start({ queue: { length: 100, bytes: QUEUE_BYTES } });
    const { messages } = server.client(1);
    await waitFor(() => messages.length === 1, { what: 'the first heartbeat' });

    server.hub.publish(Array.from({ length: 500 }, (_value, number) => value(`P${number}`, number)));

    await waitFor(() => messages.length === 501, { what: 'all values' });
    expect(messages.at(-1)?.id).toBe('501');
  });

  it('the stream hub sends the newest value of each point and every alarm to a slow client when the client catches up', async () => {
    server = await HubServer.start({ queue: { length: 100, bytes: QUEUE_BYTES } });
    const socket = await server.stalledClient(1);
    await server.fillQueue(1);
    const alarms = Array.from({ length: 10 }, (_value, number) =>
      frame('iot:alarm:trigger', 'alert:1', 'kept', { number }),
    );
    server.hub.publish(alarms);
    for (let round = 0; round < 5; round++) {
      server.hub.publish(Array.from({ length: 200 }, (_value, point) => value(`P${point}`, round)));
      await nextTurn();
      expect(server.hub.queuedCount).toBeLessThanOrEqual(100);
    }
    expect(server.hub.queuedCount).toBe(100);

    // The client gets the newest events first. The alarms are the oldest, so they come last.
    const messages = await readAll(
      socket,
      (message) => isAlarm(message) && dataOf<{ number: number }>(message).number === 9,
    );

    expect(messages.map(({ id }) => Number(id))).toEqual(messages.map((_message, index) => index + 1));
    const waited = messages.slice(-100);
    const codes = waited.slice(0, 90).map((message) => dataOf<{ code: string; value: number }>(message));
    expect(codes).toEqual(
      Array.from({ length: 90 }, (_value, index) =>
        expect.objectContaining({ code: `P${199 - index}`, value: 4 }),
      ),
    );
    expect(waited.slice(90).map((message) => dataOf<{ number: number }>(message).number)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    expect(server.hub.queuedCount).toBe(0);
  });

  it('the stream hub continues in order after a client has caught up', async () => {
    server = await HubServer.start({ queue: { length: 10, bytes: QUEUE_BYTES } });
    const socket = await server.stalledClient(1);
    await server.fillQueue(10);
    const read = readAll(
      socket,
      (message) => message.event === 'iot:value:change' && message.data.includes('"Z"'),
    );
    await waitFor(() => server.hub.queuedCount === 0, { what: 'an empty queue' });

    server.hub.publish([value('A', 1), value('B', 2), value('A', 3), value('Z', 4)]);

    const last = (await read).slice(-4).map((message) => dataOf<{ value: number }>(message).value);
    expect(last).toEqual([1, 2, 3, 4]);
  });

  it('the stream hub does not let a slow client delay other clients', async () => {
    server = await HubServer.start({ queue: { length: 10, bytes: QUEUE_BYTES } });
    await server.stalledClient(1);
    await server.fillQueue(10);
    const { messages } = server.client(2);
    await waitFor(() => messages.length === 1, { what: 'the first heartbeat' });

    server.hub.publish([value('A', 1)]);

    await waitFor(() => messages.length === 2, { what: 'the value' });
    expect(server.hub.queuedCount).toBe(10);
  });

  it('the stream hub releases all resources when a client disconnects, even if the client was behind', async () => {
    const start = jest.spyOn(globalThis, 'setInterval');
    const stop = jest.spyOn(globalThis, 'clearInterval');
    server = await HubServer.start({ heartbeatMs: 61_234 });
    const stalled = await server.stalledClient(1);
    await server.fillQueue(20);
    const { messages, source } = server.client(2);
    await waitFor(() => messages.length === 1, { what: 'the first heartbeat' });

    stalled.destroy();
    source.close();
    await waitFor(() => server.hub.connectionCount === 0, { what: 'the end of both streams' });

    expect(server.hub.queuedCount).toBe(0);
    expect(server.hub.wants('iot:value:change')).toBe(false);
    // The only listener for `drain` belongs to Node itself.
    expect(server.served.map((socket) => socket.listenerCount('drain'))).toEqual([1, 1]);
    const timers = start.mock.results.filter((_result, index) => start.mock.calls[index]?.[1] === 61_234);
    expect(timers).toHaveLength(1);

    server.hub.onModuleDestroy();
    expect(stop.mock.calls.some(([timer]) => timer === timers[0]?.value)).toBe(true);
  });

  it('the stream hub opens no stream for a client that has disconnected or already received a response', async () => {
    server = await HubServer.start();
    await server.stalledClient(1);
    const [answered] = server.responses as [ServerResponse];
    const left = new ServerResponse(answered.req).destroy();

    server.hub.open(VIEWER, 'all', left);
    server.hub.open(VIEWER, 'all', answered);

    expect(server.hub.connectionCount).toBe(1);
  });

  it('the stream hub checks once per heartbeat which streams may stay open, and ends the streams of deleted users', async () => {
    server = await HubServer.start({ heartbeatMs: 30 });
    const staying = server.client(1);
    server.client(1);
    await server.stalledClient(2);
    await waitFor(() => server.hub.connectionCount === 3, { what: 'the connections' });
    const readsBefore = server.users.reads.length;
    await waitFor(() => server.users.reads.length > readsBefore, { what: 'a heartbeat' });
    expect(server.users.reads.at(-1)?.toSorted()).toEqual([1, 1, 2]);

    server.users.gone.add(2);
    await waitFor(() => server.hub.connectionCount === 2, { what: 'the end of the stream' });

    expect(server.served.filter(({ writableEnded }) => writableEnded)).toHaveLength(1);
    const heartbeats = staying.messages.length;
    await waitFor(() => staying.messages.length > heartbeats, { what: 'another heartbeat' });
  });

  it('the stream hub ends the stream of an API key when the key expires, without waiting for a heartbeat', async () => {
    server = await HubServer.start();
    const { source } = server.client('1&validMs=300');
    const others = [server.client(2), server.client(`3&validMs=${2 ** 40}`)];
    const ended = new Promise((resolve) => source.addEventListener('error', resolve));
    await waitFor(() => server.hub.connectionCount === 3, { what: 'the connections' });

    await ended;

    source.close();
    expect(server.hub.connectionCount).toBe(2);
    expect(others.map((other) => other.source.readyState)).toEqual([EventSource.OPEN, EventSource.OPEN]);
    expect(server.users.reads).toEqual([]);
  });

  it('the stream hub keeps streams open while the users cannot be read', async () => {
    server = await HubServer.start({ heartbeatMs: 30 });
    const { messages } = server.client(1);
    const read = jest
      .spyOn(server.users, 'rolesOf')
      .mockRejectedValue(new Error('The database is unavailable.'));

    await waitFor(() => read.mock.calls.length >= 2 && messages.length >= 3, { what: 'heartbeats' });

    expect(server.hub.connectionCount).toBe(1);
  });

  it('the stream hub resets only the connection of a client that is behind and reads nothing', async () => {
    server = await HubServer.start({ stallMs: 200 });
    const stalled = await server.stalledClient(1);
    await server.fillQueue(1);
    const sentBytes = server.served[0]?.bytesWritten ?? 0;
    const { messages, source } = server.client(2);

    await waitFor(() => server.served[0]?.destroyed, { what: 'the end of the stalled stream' });

    // The reset discards the unsent events in the kernel. An orderly close would still send them.
    await once(stalled.resume(), 'close');
    expect(stalled.bytesRead).toBeLessThan(sentBytes / 2);
    server.hub.publish([value('A', 1)]);
    await waitFor(() => messages.length === 2, { what: 'the value' });
    expect(source.readyState).toBe(source.OPEN);
    expect(server.hub.connectionCount).toBe(1);
    expect(server.hub.queuedCount).toBe(0);
  });

  it('the stream hub disconnects a client that reads but does not catch up in time', async () => {
    server = await HubServer.start({ heartbeatMs: 30 });
    const slow = await server.stalledClient(1);
    const caughtUp = await server.stalledClient(2);
    await server.fillQueue(200);
    const read = readAll(caughtUp, ({ event }) => event === 'heartbeat');
    await waitFor(() => server.hub.queuedCount === 100, { what: 'the end of the queue of one client' });
    await read;
    await waitFor(() => server.served[1]?.writableLength === 0, { what: 'an empty buffer' });
    const readBytes = slow.bytesRead;
    slow.read(100);
    await waitFor(() => slow.bytesRead > readBytes || slow.readableLength > 0, { what: 'some bytes' });

    server.clock.advance(LIMITS.behindMs);
    const { messages } = server.client(3);
    await waitFor(() => messages.length > 1, { what: 'a heartbeat at the limit' });
    expect(server.hub.connectionCount).toBe(3);
    server.clock.advance(1);

    await waitFor(() => server.hub.connectionCount === 2, { what: 'the end of the slow stream' });
    await waitFor(() => server.served[0]?.destroyed, { what: 'the end of the slow connection' });
    expect(server.served.map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
    expect(server.hub.queuedCount).toBe(0);
  });

  it('the stream hub queues only a limited part of 4,000 events for stalled and slow clients, and sends all events to the other clients', async () => {
    const length = 100;
    server = await HubServer.start({ queue: { length, bytes: QUEUE_BYTES } });
    const sockets = [];
    for (const userId of [1, 2, 3]) sockets.push(await server.stalledClient(userId));
    await server.fillQueue(1);
    const { messages: ofFast } = server.client(4);
    await waitFor(() => ofFast.length === 1, { what: 'the first heartbeat' });
    const types = ['iot:value:change', 'iot:alarm:trigger', 'lighting_update', 'alert_update'];
    const deliveries: Delivery[] = ['latest', 'kept', 'ordered', 'latest'];
    for (let number = 0; number < 4000; number++) {
      const type = number % types.length;
      const key = `${types[type]}:${number % 1000}`;
      server.hub.publish([frame(types[type] ?? '', key, deliveries[type] ?? 'kept', { number })]);
      if (number % 500 !== 499) continue;
      await nextTurn();
      // One slow client reads a little. The fast client receives every event of its three types.
      sockets[2]?.read(1000);
      const isComplete = () => ofFast.length === 1 + ((number + 1) * 3) / 4;
      await waitFor(isComplete, { what: 'the events of the fast client' });
    }

    const { backlog } = (server.hub as unknown as { context: StreamContext }).context;
    expect(backlog.since(0, () => true)).toHaveLength(length * types.length);
    expect(server.hub.queuedCount).toBe(length * sockets.length);
    for (const { writableLength } of server.served) expect(writableLength).toBeLessThan(256 * 1024);
    const [first] = sockets as [Socket];
    // The queue contains only alarms, because new alarms displace other events when the queue is full.
    const oldest = 3601;
    const read = await readAll(first, (message) => dataOf<Partial<Numbered>>(message).number === oldest);
    const alarms = read.slice(-length);
    expect(alarms.map((message) => dataOf<Numbered>(message).number)).toEqual(
      Array.from({ length }, (_value, index) => 3997 - 4 * index),
    );
  });

  it('the stream hub keeps an idle client that is not behind', async () => {
    server = await HubServer.start({ stallMs: 50 });
    const stalled = await server.stalledClient(1);
    const { messages } = server.client(2);
    await waitFor(() => messages.length === 1, { what: 'the first heartbeat' });
    await server.fillQueue(1);
    await waitFor(() => messages.length > 1, { what: 'the events that the other client does not read' });
    await waitFor(() => server.hub.connectionCount === 1, { what: 'the reset of the stalled stream' });
    stalled.destroy();
    const { length } = messages;

    server.hub.publish([value('A', 1)]);

    await waitFor(() => messages.length === length + 1, { what: 'the value' });
    expect(server.hub.connectionCount).toBe(1);
  });

  it('the stream hub ends all streams on request, and can open new streams afterwards', async () => {
    server = await HubServer.start();
    await server.stalledClient(1);
    await server.fillQueue(1);
    const { messages, source } = server.client(2);
    await waitFor(() => messages.length === 1, { what: 'the first heartbeat' });
    const ended = once(source, 'error');

    server.hub.endAll();

    await ended;
    expect(server.hub.connectionCount).toBe(0);
    await server.stalledClient(1);
  });

  it('the stream hub ends all streams immediately on shutdown, and opens no more', async () => {
    server = await HubServer.start();
    await server.stalledClient(1);
    await server.fillQueue(10);
    const { messages, source } = server.client(2);
    await waitFor(() => messages.length > 0, { what: 'the first heartbeat' });
    const ended = once(source, 'error');

    server.hub.onModuleDestroy();

    await Promise.all([server.closeServer(), ended]);
    expect(server.hub.connectionCount).toBe(0);
    expect(() => server.hub.open(VIEWER, 'all', {} as ServerResponse)).toThrow(
      expect.objectContaining({ kind: 'unavailable', code: 'shutting_down' }) as Error,
    );
  });
});
