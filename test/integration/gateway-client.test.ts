import { EnvironmentModule } from '@app/config';
import { ClockModule } from '@app/processes';
import { DatabaseModule, GatewayTokenEntity } from '@app/entities';
import {
  createGatewayClient,
  GatewayClient,
  GatewayClientModule,
  type SingleGateway,
} from '@app/gateway-client';
import { DomainError, SystemClock } from '@app/kernel';
import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ScriptedGateway } from '../factories/scripted-gateway';
import { type TestDatabase, openDatabase, testEnvironment } from '../harness';

const NOON = '2026-01-05T12:00:00.000Z';

const point = (index: number) => ({
  code: `p${index}`,
  name: `Point ${index}`,
  unit: 'kWh',
  dataType: 'number',
  writable: false,
  group: 'meters',
  min: null,
  max: null,
  step: null,
});

describe('the gateway client', () => {
  let database: TestDatabase;
  let gateway: ScriptedGateway;
  let client: SingleGateway;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await openDatabase();
  });

  beforeEach(async () => {
    await database.dataSource.getRepository(GatewayTokenEntity).clear();
    gateway = await ScriptedGateway.start();
    client = createGatewayClient(
      { url: `${gateway.url}/`, ...gateway.credentials, callLimitMs: 5000 },
      database.dataSource,
      new SystemClock(),
    );
  });

  afterEach(() => gateway.stop());
  afterAll(() => database.drop());

  const servePoints = (
    count: number,
    most: number,
    headers = (total: number) => ({ 'x-total-count': `${total}` }),
  ) =>
    gateway.on('GET /points', ({ query }) => {
      const limit = Math.min(Number(query.get('limit')), most);
      const first = (Number(query.get('page')) - 1) * limit;
      const all = Array.from({ length: count }, (_, index) => point(index));
      return { body: all.slice(first, first + limit), headers: headers(count) };
    });

  it('the gateway client is configured by the environment', async () => {
    gateway.on('POST /codes/set', () => ({ body: { success: true } }));
    const app = await Test.createTestingModule({
      imports: [
        ClockModule,
        EnvironmentModule.forRoot(
          testEnvironment({
            DATABASE_URL: database.url,
            GATEWAY_URL: gateway.url,
            GATEWAY_USERNAME: gateway.credentials.username,
            GATEWAY_PASSWORD: gateway.credentials.password,
          }),
        ),
        DatabaseModule,
        GatewayClientModule.forRoot(),
      ],
    }).compile();
    expect(await app.get(GatewayClient).set('a', 1)).toEqual({ success: true });
    await app.close();
  });

  describe('points', () => {
    it.each([0, 1, 200, 401])('the gateway client reads %i points from all pages', async (count) => {
      servePoints(count, 200);
      const points = await client.points();
      expect(points).toEqual(Array.from({ length: count }, (_, index) => point(index)));
    });

    it('the gateway client reads points completely if the gateway returns smaller pages than requested', async () => {
      servePoints(250, 100);
      expect(await client.points()).toHaveLength(250);
    });

    it('the gateway client reads points completely if the gateway does not return their total', async () => {
      servePoints(450, 200, () => ({}) as { 'x-total-count': string });
      expect(await client.points()).toHaveLength(450);
    });

    it('the gateway client reads points without an endless loop if the gateway always returns the same page', async () => {
      gateway.on('GET /points', () => ({ body: [point(1)], headers: { 'x-total-count': '5' } }));
      expect(await client.points()).toEqual([point(1)]);
      expect(gateway.count('GET /points')).toBe(2);
    });

    it('the gateway client reads points that have no optional fields', async () => {
      gateway.on('GET /points', () => ({ body: [{ code: 'p', name: 'P', writable: true }] }));
      expect(await client.points()).toEqual([
        {
          code: 'p',
          name: 'P',
          unit: null,
          dataType: null,
          writable: true,
          group: null,
          min: null,
          max: null,
          step: null,
        },
      ]);
    });
  });

  describe('values', () => {
    it('the gateway client reads one value per code in the requested order, with times in UTC', async () => {
      gateway.on('POST /codes/values', () => ({
        body: [
          { code: 'b', value: true, timestamp: '2026-01-05T13:00:00+01:00', quality: 'uncertain', more: 1 },
          { code: 'a', value: 21.5, timestamp: '2026-01-05T12:00:00Z', quality: 'good' },
        ],
      }));
      expect(await client.values(['a', 'b', 'a'])).toEqual([
        { code: 'a', value: 21.5, timestamp: NOON, quality: 'good' },
        { code: 'b', value: true, timestamp: NOON, quality: 'uncertain' },
        { code: 'a', value: 21.5, timestamp: NOON, quality: 'good' },
      ]);
      expect(gateway.exchanges.at(-1)?.body).toEqual({ codes: ['a', 'b'] });
    });

    it('the gateway client reads values as null with bad quality if the gateway does not know the code', async () => {
      gateway.on('POST /codes/values', () => ({
        body: [{ code: 'a', value: null, timestamp: null, quality: 'bad' }],
      }));
      const unknown = { value: null, quality: 'bad', timestamp: expect.stringMatching(/^\d{4}-.+\.\d{3}Z$/) };
      expect(await client.values(['a', 'b'])).toEqual([
        { code: 'a', ...unknown },
        { code: 'b', ...unknown },
      ]);
    });

    it('the gateway client reads values of many codes in chunks', async () => {
      gateway.on('POST /codes/values', ({ body }) => ({
        body: (body.codes as string[]).map((code) => ({ code, value: 1, timestamp: NOON, quality: 'good' })),
      }));
      const codes = Array.from({ length: 1201 }, (_, index) => `c${index}`);
      const values = await client.values(codes);
      expect(values.map(({ code }) => code)).toEqual(codes);
      expect(gateway.count('POST /codes/values')).toBe(3);
    });

    it('the gateway client reads values of no codes without a request', async () => {
      expect(await client.values([])).toEqual([]);
      expect(gateway.exchanges).toEqual([]);
    });
  });

  describe('history', () => {
    const range = { from: new Date('2026-01-05T00:00:00Z'), to: new Date('2026-01-06T00:00:00Z') };

    it('the gateway client reads history as one series per code, which is empty if the gateway has no history of the code', async () => {
      gateway.on('POST /codes/history', () => ({
        body: [{ code: 'b', values: [{ timestamp: '2026-01-05T12:00:00Z', value: 3, quality: 'good' }] }],
      }));
      expect(await client.history({ codes: ['a', 'b'], ...range, interval: '15m' })).toEqual([
        { code: 'a', values: [] },
        { code: 'b', values: [{ timestamp: NOON, value: 3, quality: 'good' }] },
      ]);
      expect(gateway.exchanges.at(-1)?.body).toEqual({
        codes: ['a', 'b'],
        from: '2026-01-05T00:00:00.000Z',
        to: '2026-01-06T00:00:00.000Z',
        interval: '15m',
      });
    });

    const HOUR_MS = 3_600_000;
    const LONG = 'x'.repeat(100_000);

    it('the gateway client reads a history whose answer is too large in parts', async () => {
      gateway.on('POST /codes/history', ({ body }) => {
        const { codes, from, to } = body as { codes: string[]; from: string; to: string };
        const hours = Array.from(
          { length: (Date.parse(to) - Date.parse(from)) / HOUR_MS },
          (_, hour) => new Date(Date.parse(from) + hour * HOUR_MS),
        );
        const values = hours.map((timestamp) => ({ timestamp, value: LONG, quality: 'good' }));
        return { body: codes.map((code) => ({ code, values })) };
      });
      const series = await client.history({ codes: ['a', 'b'], ...range });
      const hours = Array.from({ length: 24 }, (_, hour) =>
        new Date(range.from.getTime() + hour * HOUR_MS).toISOString(),
      );
      expect(series.map(({ code, values }) => [code, values.map(({ timestamp }) => timestamp)])).toEqual([
        ['a', hours],
        ['b', hours],
      ]);
      // Both codes, each code, and the two halves of the range of each code.
      expect(gateway.count('POST /codes/history')).toBe(7);
    });

    it.each([
      ['too many bytes', () => 'x'.repeat(3_000_000)],
      ['too many values', () => Array.from({ length: 150_001 }, () => 0)],
    ])('the gateway client gives up on a gateway whose answers all have %s', async (_, value) => {
      gateway.on('POST /codes/history', () => ({ body: value() }));
      await expect(client.history({ codes: ['a'], ...range })).rejects.toMatchObject({
        kind: 'upstream_failed',
        code: 'gateway_answer_too_large',
      });
      expect(gateway.count('POST /codes/history')).toBe(6);
    });
  });

  describe('writes', () => {
    it('the gateway client writes values and reports success', async () => {
      gateway.on('POST /codes/set', () => ({ body: { success: false } }));
      gateway.on('POST /codes/force-set', () => ({ body: { success: true } }));
      expect(await client.set('a', 1)).toEqual({ success: false });
      expect(await client.forceSet('a', false, 'fire drill')).toEqual({ success: true });
      expect(gateway.exchanges.at(-1)?.body).toEqual({ code: 'a', value: false, reason: 'fire drill' });
    });

    it.each([
      [403, 'forbidden', 'interlock', 'Frost protection is on.'],
      [404, 'not_found', 'not_found', 'Frost protection is on.'],
      [400, 'invalid', 'gateway_refused', 'Frost protection is on.'],
      [409, 'conflict', 'gateway_refused', 'Frost protection is on.'],
      [429, 'upstream_failed', 'gateway_refused', 'The gateway refused the call with status 429.'],
    ])(
      'the gateway client reports a write that the gateway refuses with the status %i as an error of the kind %s',
      async (status, kind, code, message) => {
        gateway.on('POST /codes/set', () => ({ status, body: { error: 'Frost protection\n is on.' } }));
        const error = await client.set('a', 1).catch((error: unknown) => error);
        expect(error).toBeInstanceOf(DomainError);
        expect(error).toMatchObject({ kind, code, message });
      },
    );

    it('the gateway client can release a forced value', async () => {
      gateway.on('POST /codes/release', () => ({ body: { success: true } }));
      expect(await client.release('a')).toEqual({ success: true });
      expect(gateway.exchanges.at(-1)?.body).toEqual({ code: 'a' });
    });

    it.each([404, 405])(
      'the gateway client recognizes by the status %i that the gateway cannot release values',
      async (status) => {
        gateway.on('POST /codes/release', () => ({ status, body: { error: 'What?' } }));
        await expect(client.release('a')).rejects.toMatchObject({ code: 'release_unsupported' });
      },
    );

    it('the gateway client writes values within a shorter time limit if the caller sets one', async () => {
      gateway.on('POST /codes/set', () => 'hang');
      await expect(client.set('a', 1, { limitMs: 100 })).rejects.toMatchObject({
        kind: 'upstream_timeout',
        message: 'The gateway did not answer within 0.1 s.',
      });
    });

    it('the gateway client does not repeat a write after the gateway has failed', async () => {
      gateway.on('POST /codes/set', () => ({ status: 500 }));
      await expect(client.set('a', 1)).rejects.toMatchObject({ kind: 'upstream_failed' });
      expect(gateway.count('POST /codes/set')).toBe(1);
    });
  });

  describe('alarms', () => {
    it('the gateway client reads alarms page by page', async () => {
      gateway.on('POST /alarms', () => ({
        body: {
          items: [{ id: 7, code: 'a', level: 'major', message: 'Too hot', raisedAt: NOON, clearedAt: null }],
          total: 40,
        },
      }));
      const query = { from: new Date(NOON), to: new Date(NOON), level: 'major', page: 2, limit: 1 } as const;
      expect(await client.alarms(query)).toMatchObject({
        items: [{ id: '7', code: 'a', level: 'major', message: 'Too hot', raisedAt: NOON, clearedAt: null }],
        total: 40,
      });
      expect(gateway.exchanges.at(-1)?.body).toEqual({ ...query, from: NOON, to: NOON });
    });

    it.each([
      [{ action: 'query' } as const, { items: [{ id: 1, limit: 30 }] }],
      [{ action: 'create', config: { limit: 30 } } as const, { config: { id: 1, limit: 30 } }],
    ])('the gateway client sends the alarm configuration call %j', async (request, answer) => {
      gateway.on('POST /alarm-configs', () => ({ body: answer }));
      expect(await client.alarmConfigs(request)).toEqual(answer);
      expect(gateway.exchanges.at(-1)?.body).toEqual(request);
    });
  });
});
