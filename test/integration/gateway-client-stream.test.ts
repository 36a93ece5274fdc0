import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { GatewayTokenEntity } from '@app/entities';
import { type SingleGateway, createGatewayClient } from '@app/gateway-client';
import { SystemClock } from '@app/kernel';
import { Logger } from '@nestjs/common';
import { ScriptedGateway } from '../factories/scripted-gateway';
import { type TestDatabase, openDatabase, waitFor } from '../harness';

const STREAM = 'GET /stream';
const STREAM_OPTIONS = { idleMs: 300, firstPauseMs: 30, longestPauseMs: 200 };
const VALUE = { code: 'a', value: 1, quality: 'good', timestamp: '2026-01-05T12:00:00.000Z' };
const ALARM = {
  id: 'x',
  code: 'a',
  level: 'minor',
  message: 'Too warm',
  state: 'raised',
  timestamp: '2026-01-05T12:00:00.000Z',
};

const send = (response: ServerResponse, event: string, data: unknown) =>
  response.write(`event: ${event}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);

describe("the client of the gateway's event stream", () => {
  let database: TestDatabase;
  let gateway: ScriptedGateway;
  let client: SingleGateway;
  let open: ServerResponse[];
  let heard: unknown[];
  let stop: AbortController;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await openDatabase();
  });

  beforeEach(async () => {
    await database.dataSource.getRepository(GatewayTokenEntity).clear();
    gateway = await ScriptedGateway.start();
    client = createGatewayClient(
      { url: gateway.url, ...gateway.credentials, callLimitMs: 500, stream: STREAM_OPTIONS },
      database.dataSource,
      new SystemClock(),
    );
    open = [];
    heard = [];
    stop = new AbortController();
    gateway.on(STREAM, openStream);
  });

  const openStream = () => (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.flushHeaders();
    open.push(response);
  };

  afterEach(async () => {
    stop.abort();
    await gateway.stop();
  });

  afterAll(() => database.drop());

  const follow = () =>
    client.stream(
      {
        onValue: (value) => heard.push(value),
        onAlarm: (alarm) => heard.push(alarm),
        onOpen: () => heard.push('open'),
        onClose: (reason) => heard.push(reason),
      },
      stop.signal,
    );
  const connection = (number: number) => waitFor(() => open[number - 1], { what: `connection ${number}` });
  const hear = (count: number) => waitFor(() => heard.length >= count, { what: `${count} events` });

  it('the stream client passes on only values and alarms, for any split of the stream into chunks', async () => {
    void follow();
    const response = await connection(1);
    send(response, 'greeting', 'hello');
    send(response, 'value', VALUE);
    const text = Buffer.from(
      `event: alarm\r\ndata: ${JSON.stringify({ ...ALARM, message: 'Wärme' })}\r\n\r\n`,
    );
    for (const byte of text) response.write(Buffer.from([byte]));
    await hear(3);
    expect(heard).toEqual(['open', VALUE, { ...ALARM, message: 'Wärme' }]);
  });

  it('the stream client ends the stream when it is stopped', async () => {
    const ended = follow();
    const response = await connection(1);
    await hear(1);
    stop.abort();
    await ended;
    if (!response.destroyed) await once(response, 'close');
    expect(heard).toEqual(['open']);
  });

  it('the stream client repeats the request after a 404 until the gateway provides the stream', async () => {
    gateway.on(STREAM, () => ({ status: 404 }));
    void follow();
    await waitFor(() => gateway.count(STREAM) > 2, { what: 'three attempts' });
    expect(heard).toEqual([]);
    gateway.on(STREAM, openStream);
    send(await connection(1), 'value', VALUE);
    await hear(2);
    expect(heard).toEqual(['open', VALUE]);
  });

  it('the stream client reopens the stream when it ends', async () => {
    void follow();
    (await connection(1)).end();
    send(await connection(2), 'value', VALUE);
    await hear(4);
    expect(heard).toEqual(['open', 'The gateway ended its stream.', 'open', VALUE]);
  });

  it('the stream client reopens the stream when nothing arrives for too long, not even comments', async () => {
    void follow();
    const first = await connection(1);
    const endMs = performance.now() + 2 * STREAM_OPTIONS.idleMs;
    await waitFor(() => first.write(': still here\n\n') && performance.now() > endMs, { what: 'a while' });
    expect(open).toHaveLength(1);
    await connection(2);
    expect(heard[1]).toBe('The gateway was silent on its stream for 0.3 s.');
  });

  it('the stream client retries at growing intervals if the stream cannot be opened', async () => {
    const triedAtMs: number[] = [];
    gateway.on(STREAM, () => {
      triedAtMs.push(performance.now());
      return { status: 503 };
    });
    void follow();
    await waitFor(() => triedAtMs.length >= 5, { what: 'five tries' });
    const pausesMs = triedAtMs.slice(1).map((atMs, index) => atMs - (triedAtMs[index] ?? 0));
    for (const [index, expectedMs] of [30, 60, 120, 200].entries()) {
      expect(pausesMs[index]).toBeGreaterThanOrEqual(expectedMs - 2);
    }
    expect(heard[0]).toBe('The gateway answered GET /stream with status 503.');
    expect(client.state().breaker).toBe('closed');
  });

  it.each([
    ['hangs before it opens', () => 'hang' as const, 'The gateway did not answer within 0.5 s.'],
    [
      'is an HTML page',
      () => ({ body: '<html>' }),
      'The gateway answered GET /stream with a body that is not an event stream.',
    ],
  ])('the stream client reopens the stream when it %s', async (_, reply, reason) => {
    gateway.overrides.set(STREAM, reply);
    void follow();
    await hear(1);
    expect(heard[0]).toBe(reason);
    gateway.overrides.clear();
    await connection(1);
  });

  it('the stream client continues after malformed events', async () => {
    void follow();
    const response = await connection(1);
    send(response, 'value', 'no json');
    send(response, 'value', { ...VALUE, quality: 'splendid' });
    send(response, 'alarm', { ...ALARM, level: 'loud' });
    send(response, 'value', VALUE);
    await hear(2);
    expect(heard).toEqual(['open', VALUE]);
  });

  it('the stream client continues after a handler that throws', async () => {
    const values: unknown[] = [];
    void client.stream(
      {
        onValue: (value) => {
          values.push(value);
          throw new Error('handler');
        },
        onAlarm: () => {},
      },
      stop.signal,
    );
    const response = await connection(1);
    send(response, 'value', VALUE);
    send(response, 'value', VALUE);
    await waitFor(() => values.length >= 2, { what: 'both values' });
    expect(values).toEqual([VALUE, VALUE]);
  });

  it('the stream client reopens the stream if an event is too large', async () => {
    void follow();
    (await connection(1)).write(`data: ${'x'.repeat(2 * 1024 * 1024)}`);
    await connection(2);
    expect(heard[1]).toBe('The gateway sent an event that is too large.');
  });

  it('the stream client opens the stream with a new token if the gateway refuses the old one', async () => {
    gateway.on('POST /codes/values', () => ({ body: [] }));
    await client.values(['a']);
    gateway.revokeAccessToken();
    void follow();
    await connection(1);
    expect(gateway.count('POST /auth/refresh')).toBe(1);
    expect(gateway.count(STREAM)).toBe(2);
  });
});
