import { loadEnvironment } from '@app/config';
import type { PointValue } from '@app/contracts';
import { type SingleGateway, createGatewayClient } from '@app/gateway-client';
import { SystemClock } from '@app/kernel';
import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { GatewaySimEnvironment } from '../../apps/gateway-sim/src/gateway-sim-environment';
import { GatewaySimModule } from '../../apps/gateway-sim/src/gateway-sim.module';
import { setUp } from '../../apps/gateway-sim/src/served';
import { type TestDatabase, openDatabase, waitFor } from '../harness';

const credentials = { username: 'service', password: 'service-password' };
const HOUR_MS = 3_600_000;

// The first request is slow, because the simulator computes its registers from the start of operation on.

/** The client and the simulator implement the gateway's contract independently. These tests compare them. */
describe('the gateway client and the simulated gateway', () => {
  let database: TestDatabase;
  let sim: NestExpressApplication;
  let client: SingleGateway;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await openDatabase();
    const environment = loadEnvironment(GatewaySimEnvironment, {
      GATEWAY_USERNAME: credentials.username,
      GATEWAY_PASSWORD: credentials.password,
      GATEWAY_SIM_CONTROL: 'true',
      PLATFORM_TIMEZONE: 'UTC',
      LOG_LEVEL: 'silent',
    });
    const served = await setUp(environment, { building: true, replays: [] });
    const module = await Test.createTestingModule({
      imports: [GatewaySimModule.forRoot(environment, served)],
    }).compile();
    sim = module.createNestApplication<NestExpressApplication>({
      logger: false,
      forceCloseConnections: true,
    });
    await sim.listen(0, '127.0.0.1');
    client = createGatewayClient(
      { url: await sim.getUrl(), ...credentials, callLimitMs: 30_000 },
      database.dataSource,
      new SystemClock(),
    );
  });

  afterAll(async () => {
    await sim.close();
    await database.drop();
  });

  const control = (path: string, body: object) =>
    sim.getUrl().then((url) =>
      fetch(`${url}/sim/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );

  it('the client and the simulator agree on the format of points and values', async () => {
    const points = await client.points();
    expect(points.length).toBeGreaterThan(10);
    const codes = points.map(({ code }) => code);
    const values = await client.values(codes);
    expect(values.map(({ code }) => code)).toEqual(codes);
    expect(values.filter(({ quality }) => quality === 'good').length).toBeGreaterThan(10);
  });

  it('the client and the simulator agree on the response for an unknown code', async () => {
    expect(await client.values(['no.such.point'])).toMatchObject([{ value: null, quality: 'bad' }]);
  });

  it.each([
    ['15m', 3],
    ['1h', 3],
    ['1d', 48],
    [undefined, 3],
  ] as const)(
    'the client and the simulator agree on history with the interval %s',
    async (interval, hours) => {
      const points = await client.points();
      const codes = points.slice(0, 10).map(({ code }) => code);
      const to = new Date();
      const series = await client.history({
        codes,
        from: new Date(to.getTime() - hours * HOUR_MS),
        to,
        interval,
      });
      expect(series.map(({ code }) => code)).toEqual(codes);
      expect(series.some(({ values }) => values.length > 0)).toBe(true);
    },
  );

  it('the client and the simulator agree on writes and interlocks', async () => {
    const writable = (await client.points()).find((point) => point.writable && point.dataType === 'boolean');
    const code = writable?.code ?? '';
    expect(await client.set(code, true)).toEqual({ success: true });
    expect(await client.forceSet(code, false, 'test')).toEqual({ success: true });
    expect(await client.release(code)).toEqual({ success: true });
    expect(await client.values([code])).toMatchObject([{ code, value: true }]);
    await expect(client.set('no.such.point', true)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(client.set(code, 'nonsense')).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('the client and the simulator agree on lists of alarms', async () => {
    const to = new Date();
    const from = new Date(to.getTime() - 30 * 24 * HOUR_MS);
    const { items, total } = await client.alarms({ from, to, page: 1, limit: 5 });
    expect(items.length).toBe(Math.min(5, total));
    expect(total).toBeGreaterThan(0);
  });

  it('the client and the simulator agree on alarm configurations', async () => {
    const created = await client.alarmConfigs({ action: 'create', config: { code: 'x', threshold: 5 } });
    expect(created).toMatchObject({ config: { code: 'x', threshold: 5 } });
    expect(await client.alarmConfigs({ action: 'query' })).toMatchObject({ items: expect.any(Array) });
    await expect(client.alarmConfigs({ action: 'delete', config: { id: 'unknown' } })).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  it('the client and the simulator agree on the event stream', async () => {
    const stop = new AbortController();
    const values: PointValue[] = [];
    let opened = false;
    const ended = client.stream(
      { onValue: (value) => values.push(value), onAlarm: () => {}, onOpen: () => (opened = true) },
      stop.signal,
    );
    await waitFor(() => opened, { what: 'the stream to open' });
    const { code } = (await client.points()).find(({ dataType }) => dataType === 'number') ?? { code: '' };
    await control('values', { code, value: 123456 });
    await waitFor(() => values.some((value) => value.code === code && value.value === 123456), {
      what: 'the value on the stream',
    });
    stop.abort();
    await expect(ended).resolves.toBeUndefined();
  });

  it('the client and the simulator agree on revoked tokens', async () => {
    await control('expire-tokens', { refreshTokens: true });
    await expect(client.values(['a'])).resolves.toHaveLength(1);
  });
});
