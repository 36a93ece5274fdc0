import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { AccessModule, AccessTokens, StreamTokens } from '@app/auth';
import { EnvironmentModule } from '@app/config';
import { ClockModule } from '@app/processes';
import { pointValuesChanged } from '@app/contracts';
import { ApiKeyEntity, DatabaseModule, UserEntity } from '@app/entities';
import { EventBus, EventBusModule } from '@app/events';
import { Clock, FixedClock } from '@app/kernel';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { type EventSourceMessage, createParser } from 'eventsource-parser';
import { EventsModule } from '../../apps/api/src/features/events/events.module';
import { eventBytes } from '../../apps/api/src/features/events/stream-frame';
import { StreamHub } from '../../apps/api/src/features/events/stream-hub';
import { STREAM_HEARTBEAT_MS } from '../../apps/api/src/features/events/stream-limits';
import { ErrorFilter } from '../../apps/api/src/http/errors/error.filter';
import { RequestPipe } from '../../apps/api/src/http/body/request.pipe';
import { anAccount } from '../factories/an-account';
import { type TestDatabase, openDatabase, testEnvironment, waitFor } from '../harness';

const NOW = '2026-03-01T10:00:00.000Z';
const HEARTBEAT_MS = 50;
const QUEUE_LENGTH = 20;
/** More events of 32 KiB than the buffers of a connection hold. */
const MOST_BUFFERED = 1000;

/** The events in the raw text of a response. */
function eventsIn(text: string): EventSourceMessage[] {
  const messages: EventSourceMessage[] = [];
  createParser({ onEvent: (message) => messages.push(message) }).feed(
    text.slice(text.indexOf('\r\n\r\n') + 4),
  );
  return messages;
}

function isChange({ event }: EventSourceMessage): boolean {
  return event === 'iot:value:change';
}

describe('the event stream under attack', () => {
  const clock = new FixedClock(Date.parse(NOW));
  const sockets: Socket[] = [];
  let database: TestDatabase;
  let app: INestApplication;
  let hub: StreamHub;
  let bus: EventBus;
  let user: UserEntity;

  beforeAll(async () => {
    database = await openDatabase();
    const environment = testEnvironment({
      DATABASE_URL: database.url,
      QUEUE_URL: database.queueUrl,
      LIMIT_STREAM_QUEUE: QUEUE_LENGTH,
    });
    const module = await Test.createTestingModule({
      imports: [
        ClockModule,
        EnvironmentModule.forRoot(environment),
        DatabaseModule,
        EventBusModule.forRoot(),
        AccessModule,
        EventsModule,
      ],
    })
      .overrideProvider(Clock)
      .useValue(clock)
      .overrideProvider(STREAM_HEARTBEAT_MS)
      .useValue(HEARTBEAT_MS)
      .compile();
    app = module.createNestApplication({ logger: false });
    app.setGlobalPrefix('api');
    app.useGlobalFilters(new ErrorFilter());
    app.useGlobalPipes(new RequestPipe());
    await app.listen(0, '127.0.0.1');
    hub = app.get(StreamHub);
    bus = app.get(EventBus);
    await waitFor(() => bus.isConnected, { what: 'the bus' });
  });

  beforeEach(async () => {
    user = await anAccount(database.dataSource);
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await waitFor(() => hub.connectionCount === 0, { what: 'the end of all streams' });
  });

  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  const port = (): number => (app.getHttpServer().address() as AddressInfo).port;
  const streamToken = (): string => app.get(StreamTokens).sign({ userId: user.id }).token;
  const accessToken = (): string => app.get(AccessTokens).sign({ userId: user.id, username: user.username });

  function send(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`http://127.0.0.1:${port()}/api${path}`, init);
  }

  /** Opens a stream and collects its raw text. */
  async function open(query = '', token = streamToken()): Promise<{ socket: Socket; text: () => string }> {
    const socket = connect(port(), '127.0.0.1');
    sockets.push(socket);
    let text = '';
    socket.on('data', (bytes) => (text += bytes.toString()));
    socket.write(`GET /api/events?token=${token}${query} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await waitFor(() => text.includes('event: heartbeat'), { what: 'the first heartbeat' });
    return { socket, text: () => text };
  }

  /** Publishes an event so large that a client that does not read falls behind after a few dozen of them. */
  async function publishBulk(number: number): Promise<void> {
    const event = { type: 'lighting_update', kind: 'lighting' } as const;
    const payload = { number, text: 'x'.repeat(2 ** 15) };
    hub.publish([
      { ...event, key: `bulk:${number}`, delivery: 'ordered', bytes: eventBytes(event, payload, NOW) },
    ]);
    await setImmediate();
  }

  describe('tokens', () => {
    it.each<[string, () => string]>([
      ['an access token', () => `?token=${accessToken()}`],
      ['no token', () => ''],
      ['an empty token', () => '?token='],
      ['a token changed after it was signed', () => `?token=${streamToken().slice(0, -3)}abc`],
      ['a token in brackets', () => `?token[]=${streamToken()}`],
    ])(
      'invalid stream tokens are refused with a JSON answer before the stream opens: %s',
      async (_what, query) => {
        for (const path of ['/events', '/sse']) {
          const answer = await send(`${path}${query()}`);

          expect(answer.status).toBe(401);
          expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
          expect(await answer.json()).toEqual({
            error: expect.any(String) as string,
            code: expect.any(String) as string,
          });
        }
        expect(hub.connectionCount).toBe(0);
      },
    );

    it('stream tokens expire after 30 seconds, while an open stream continues', async () => {
      const token = streamToken();
      const { text } = await open();
      clock.advance(30_000);
      try {
        expect((await send(`/events?token=${token}`)).status).toBe(401);
        const before = text().length;
        await waitFor(() => text().length > before, { what: 'a heartbeat' });
      } finally {
        clock.set(Date.parse(NOW));
      }
    });

    it('stream tokens are not accepted as bearer tokens', async () => {
      const headers = { authorization: `Bearer ${streamToken()}` };

      expect((await send('/events/token', { method: 'POST', headers })).status).toBe(401);
      expect((await send('/events', { headers })).status).toBe(401);
    });

    it('stream tokens become invalid when their user is deleted, and an open stream ends at the next heartbeat', async () => {
      const token = streamToken();
      const { socket } = await open();
      const ended = once(socket, 'close');

      await database.dataSource.manager.delete(UserEntity, { id: user.id });

      await ended;
      expect(hub.connectionCount).toBe(0);
      expect((await send(`/events?token=${token}`)).status).toBe(401);
    });
  });

  it('an event stream ends at the next heartbeat after its API key has expired', async () => {
    const row = { name: 'A key', prefix: 'pk_', keyHash: 'x', role: 'viewer' as const, createdBy: 'ann' };
    const { id: apiKeyId } = await database.dataSource.manager.save(ApiKeyEntity, {
      ...row,
      createdAt: clock.now(),
      expiresAt: new Date(clock.nowMs() + 1000),
    });
    const { socket } = await open('', app.get(StreamTokens).sign({ apiKeyId }).token);
    const ended = once(socket, 'close');
    expect(hub.connectionCount).toBe(1);

    clock.advance(1000);

    await ended;
    expect(hub.connectionCount).toBe(0);
  });

  it("an event stream ends at the next heartbeat after its user's role changes", async () => {
    const { socket } = await open();
    const ended = once(socket, 'close');

    await database.dataSource.manager.update(UserEntity, { id: user.id }, { role: 'operator' });

    await ended;
    expect(hub.connectionCount).toBe(0);
  });

  it('an event stream ends at the next heartbeat after its session was ended, and other sessions keep theirs', async () => {
    const tokenOf = (session: number) => app.get(StreamTokens).sign({ userId: user.id, session }).token;
    const ended = await open('', tokenOf(2));
    const kept = await open('', tokenOf(3));

    await database.dataSource.manager.update(UserEntity, { id: user.id }, { firstSession: 3 });

    await once(ended.socket, 'close');
    expect([hub.connectionCount, kept.socket.closed]).toEqual([1, false]);
  });

  it.each(['\n', '\r', '\r\n', '\n\n', '\u2028', '\0'])(
    'an event stream does not start a new field at the characters %j in a value',
    async (lineEnd) => {
      const { text } = await open('&types=iot:value:change');
      const hostile = `x${lineEnd}data: forged${lineEnd}${lineEnd}event: forged${lineEnd}id: 99${lineEnd}data: y`;

      bus.publish(pointValuesChanged, {
        values: [{ code: hostile, value: { [hostile]: hostile }, quality: 'good', timestamp: NOW }],
      });
      await waitFor(() => eventsIn(text()).some(isChange), { what: 'the value' });

      const messages = eventsIn(text());
      expect(new Set(messages.map(({ event }) => event))).toEqual(new Set(['heartbeat', 'iot:value:change']));
      expect(messages.map(({ id }) => Number(id))).toEqual(messages.map((_message, index) => index + 1));
      const change = messages.find(isChange);
      expect(JSON.parse(change?.data ?? '')).toMatchObject({ code: hostile, value: { [hostile]: hostile } });
    },
  );

  it.each(['forged%0Aevent:x', '__proto__', 'constructor,toString', 'a,'.repeat(50)])(
    'an event stream ignores unknown event types: %s',
    async (types) => {
      const { text } = await open(`&types=${types}`);

      bus.publish(pointValuesChanged, {
        values: [{ code: 'A', value: 1, quality: 'good', timestamp: NOW }],
      });
      const { length } = eventsIn(text());
      await waitFor(() => eventsIn(text()).length >= length + 3, { what: 'further heartbeats' });

      expect(new Set(eventsIn(text()).map(({ event }) => event))).toEqual(new Set(['heartbeat']));
    },
  );

  it('an event stream declares its type, and forbids caching, buffering and compression', async () => {
    const leaving = new AbortController();
    const { headers } = await send(`/events?token=${streamToken()}`, {
      headers: { 'accept-encoding': 'gzip, br' },
      signal: leaving.signal,
    });
    leaving.abort();

    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('content-encoding')).toBeNull();
  });

  it('the API allows five streams per user, refuses further streams with 429, and allows another stream when a stream closes', async () => {
    const streams = await Promise.all(Array.from({ length: 5 }, () => open()));
    const refused = await send(`/events?token=${streamToken()}`);

    expect(refused.status).toBe(429);
    // A heartbeat frees the streams of clients that have left. The header rounds its interval up to a second.
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await refused.json()).toEqual({ error: expect.any(String) as string, code: 'too_many_streams' });

    const victim = user;
    user = await anAccount(database.dataSource);
    await open();
    user = victim;
    streams[0]?.socket.destroy();
    await waitFor(() => hub.connectionCount === 5, { what: 'the end of a stream' });
    await open();
  });

  it('the event stream queues as many events for a client that does not read as LIMIT_STREAM_QUEUE allows', async () => {
    const { socket } = await open();
    socket.pause();
    // The first events fit into the buffers of the connection.
    for (let number = 0; number < MOST_BUFFERED && hub.queuedCount < QUEUE_LENGTH; number++) {
      await publishBulk(number);
    }
    for (let number = 0; number < 10; number++) await publishBulk(number);
    expect(hub.queuedCount).toBe(QUEUE_LENGTH);
  });

  it('the API keeps no state for disconnected event streams', async () => {
    for (let round = 0; round < 10; round++) {
      const { socket } = await open();
      socket.destroy();
      await waitFor(() => hub.connectionCount === 0, { what: 'the end of the stream' });
    }

    expect(hub.queuedCount).toBe(0);
    expect(hub.wants('iot:value:change')).toBe(false);
  });
});
