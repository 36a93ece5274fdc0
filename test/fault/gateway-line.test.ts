// Runs in the full check only: servers fail, hang, and come back.
import { createGatewayClient, type SingleGateway } from '@app/gateway-client';
import { SystemClock } from '@app/kernel';
import { Logger } from '@nestjs/common';
import { LINE_FAULTS } from '../factories/line-faults';
import { type Reply, ScriptedGateway } from '../factories/scripted-gateway';
import { TcpRelay } from '../factories/tcp-relay';
import { openDatabase, type TestDatabase, waitFor } from '../harness';

const LIMIT_MS = 3000;
/** The maximum duration of a call: its time limit, and a margin for a busy machine. */
const BOUND_MS = LIMIT_MS + 10_000;
const READING = { code: 'a', value: 1, timestamp: '2026-01-05T12:00:00Z', quality: 'good' as const };
const GOOD: Reply = { body: [READING] };
const EVENT = `event: value\ndata: ${JSON.stringify(READING)}\n\n`;

describe('the gateway client over a faulty connection', () => {
  let database: TestDatabase;
  let gateway: ScriptedGateway;
  let relay: TcpRelay;
  let client: SingleGateway;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await openDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    gateway = await ScriptedGateway.start();
    gateway.on('POST /codes/values', () => GOOD);
    relay = await TcpRelay.before(gateway.url);
    client = createGatewayClient(
      {
        url: relay.url,
        ...gateway.credentials,
        callLimitMs: LIMIT_MS,
        breaker: { failures: 5, firstPauseMs: 5000, longestPauseMs: 5000 },
        stream: { idleMs: LIMIT_MS, firstPauseMs: 20, longestPauseMs: 100 },
      },
      database.dataSource,
      new SystemClock(),
    );
  });
  afterEach(async () => {
    await gateway.stop();
    await relay.cut();
  });

  const ask = () => client.values(['a']);

  it.each(LINE_FAULTS)(
    'if the connection $name, the gateway client fails each call in time, and works again afterwards',
    async (fault) => {
      await ask();
      await fault.begin(relay);
      const startMs = performance.now();
      await expect(ask()).rejects.toMatchObject(
        fault.isSilent
          ? { kind: 'upstream_timeout', code: 'gateway_timeout' }
          : { kind: 'upstream_failed', code: 'gateway_failed' },
      );
      expect(performance.now() - startMs).toBeLessThan(BOUND_MS);
      expect(relay.hasAnswerToCut).toBe(false);
      await fault.end(relay);
      expect(await ask()).toHaveLength(1);
    },
  );

  it('if the connection swallows every byte, the gateway client ends the event stream, and opens it again afterwards', async () => {
    const heard: string[] = [];
    gateway.on('GET /stream', () => (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const ticking = setInterval(() => response.write(EVENT), LIMIT_MS / 10);
      response.on('close', () => clearInterval(ticking));
    });
    const stop = new AbortController();
    const following = client.stream(
      {
        onValue: () => void heard.push('value'),
        onAlarm: () => undefined,
        onClose: () => void heard.push('close'),
      },
      stop.signal,
    );
    await waitFor(() => heard.includes('value'), { what: 'a value' });
    relay.swallow();
    await waitFor(() => heard.includes('close'), { what: 'the end of the stream' });
    relay.pass();
    heard.length = 0;
    await waitFor(() => heard.includes('value'), { what: 'a value after the fault' });
    stop.abort();
    await expect(following).resolves.toBeUndefined();
  });
});
