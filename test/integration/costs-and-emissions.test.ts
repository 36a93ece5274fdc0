import type { Tariff } from '@app/entities';
import { say, SystemClock } from '@app/kernel';
import { ReadingIntakeService, RollupService } from '@app/domain/testing';
import fc from 'fast-check';
import { LocalServer } from '../factories/local-server';
import { periodFigures } from '../factories/period-figures';
import { RunningApi } from '../factories/running-api';
import { testEnvironment } from '../harness';

const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;
const ZONE = 'Europe/London';
const FIRST_MS = Date.parse('2024-01-25T00:00Z');
const HOURS = 75 * 24;
const ranges = { from: '2024-02-01', to: '2024-04-08' };

/**
 * Returns the energy of an hour in milliwatt-hours; null if the hour is not measured. Values are divisible by four, so
 * that the quarters of an hour are equal.
 */
const hallMwh = (hour: number) => (hour % 97 === 5 ? null : 4 * (250_001 + ((hour * 7919) % 60_013)));
const annexMwh = (hour: number) => (hour < 300 ? null : 4 * (1_000_003 + ((hour * 104_729) % 900_007)));

interface Point {
  timestamp: string;
  value: number | null;
  unit: string;
  areaId: number;
  coverage: number;
}

type Interval = 'hour' | 'day' | 'week' | 'month';

/** Returns the local time of a quarter of an hour, from the time zone data of Node.js. */
const local = (() => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: ZONE,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  const known = new Map<number, { date: string; minute: number; weekday: number; monday: string }>();
  return (ms: number) => {
    const cached = known.get(ms);
    if (cached) return cached;
    const [day = '', time = ''] = format.format(ms).split(', ');
    const date = day.split('/').toReversed().join('-');
    const at = new Date(`${date}T00:00Z`);
    const weekday = at.getUTCDay() === 0 ? 7 : at.getUTCDay();
    const monday = new Date(at.getTime() - (weekday - 1) * 24 * HOUR_MS).toISOString().slice(0, 10);
    const found = { date, minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)), weekday, monday };
    known.set(ms, found);
    return found;
  };
})();

function bucketName(ms: number, interval: Interval): string {
  const { date, monday } = local(ms);
  const names = { hour: `${ms - (ms % HOUR_MS)}`, day: date, week: monday, month: date.slice(0, 7) };
  return names[interval];
}

/**
 * Computes the expected points in the simplest way: it multiplies the energy of each quarter of an hour by its rate.
 * Rates are in millionths.
 */
function slowPoints(
  meters: readonly ((hour: number) => number | null)[],
  interval: Interval,
  rateAt: (ms: number) => number | null,
  places: number,
): (number | null)[] {
  const sums = new Map<string, bigint | null>();
  for (let ms = FIRST_MS; ms < FIRST_MS + HOURS * HOUR_MS; ms += QUARTER_MS) {
    const { date } = local(ms);
    if (date < ranges.from || date >= ranges.to) continue;
    const name = bucketName(ms, interval);
    for (const meter of meters) {
      const energyMwh = meter(Math.floor((ms - FIRST_MS) / HOUR_MS));
      if (energyMwh === null) {
        if (!sums.has(name)) sums.set(name, 0n);
        continue;
      }
      const rate = rateAt(ms);
      const before = sums.get(name) ?? 0n;
      const isUnknown = rate === null || (sums.has(name) && sums.get(name) === null);
      sums.set(name, isUnknown ? null : before + BigInt(energyMwh / 4) * BigInt(Math.round(rate * 1e6)));
    }
  }
  const measured = new Set<string>();
  for (let hour = 0; hour < HOURS; hour++) {
    if (meters.some((meter) => meter(hour) !== null))
      measured.add(bucketName(FIRST_MS + hour * HOUR_MS, interval));
  }
  const unit = 10n ** BigInt(12 - places);
  return [...sums].map(([name, sum]) =>
    sum === null || !measured.has(name) ? null : Number((sum + unit / 2n) / unit) / 10 ** places,
  );
}

const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

function slowPrice(tariffs: readonly Tariff[], ms: number): number | null {
  const { date, weekday, minute } = local(ms);
  const tariff = tariffs.findLast(({ validFrom = '' }) => validFrom <= date);
  if (!tariff) return null;
  const period = tariff.periods?.find(({ days, from, to }) =>
    days.some((day) => {
      const end = minutesOf(to) > minutesOf(from) ? minutesOf(to) : minutesOf(to) + 1440;
      const sinceDay = ((weekday - day + 7) % 7) * 1440 + minute;
      return sinceDay >= minutesOf(from) && sinceDay < end;
    }),
  );
  return period?.pricePerKwh ?? tariff.default;
}

const price = fc.integer({ min: 0, max: 900_000 }).map((millionths) => millionths / 1e6);
const clock = (step: number) =>
  fc
    .integer({ min: 0, max: 1440 / step - 1 })
    .map(
      (at) =>
        `${String(Math.floor((at * step) / 60)).padStart(2, '0')}:${String((at * step) % 60).padStart(2, '0')}`,
    );
const tariffOf = (step: number) =>
  fc.record({
    currency: fc.constant('GBP'),
    default: price,
    periods: fc.array(
      fc.record({
        days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        from: clock(step),
        to: clock(step),
        pricePerKwh: price,
      }),
      { maxLength: 3 },
    ),
  });
const tariffs = fc.oneof(
  tariffOf(60).map((only): Tariff[] => [only]),
  tariffOf(15).map((only): Tariff[] => [only]),
  fc.tuple(tariffOf(60), tariffOf(60)).map(([one, other]): Tariff[] => [
    { ...one, validFrom: '2024-02-14' },
    { ...other, validFrom: '2024-03-20' },
  ]),
);
const interval = fc.constantFrom<Interval[]>('hour', 'day', 'week', 'month');
const areas = fc.constantFrom(
  { areaId: 1, meters: [hallMwh, annexMwh] },
  { areaId: 2, meters: [hallMwh] },
  { areaId: 3, meters: [annexMwh] },
);

const meter = (pointCode: string) => ({
  pointCode,
  kind: 'interval',
  intervalSeconds: 3600,
  since: '2024-01-01',
});

describe('costs and emissions', () => {
  let api: RunningApi;
  let source: LocalServer;
  let answer: { status: number; body: string };
  let token: string;
  let viewer: string;

  beforeAll(async () => {
    source = await LocalServer.start((_, response) => response.writeHead(answer.status).end(answer.body));
    api = await RunningApi.start({
      PLATFORM_TIMEZONE: ZONE,
      CARBON_FACTOR_URL: `http://127.0.0.1:${source.port}/factors?key=secret`,
    });
    token = await api.signIn();
    viewer = (await api.signInAs('viewer')).token;
    const body = {
      areas: [
        { name: 'Site' },
        { name: 'Hall', parentIndex: 0, meters: [meter('HALL')] },
        { name: 'Annex', parentIndex: 0, meters: [meter('ANNEX')] },
      ],
    };
    await api.call('PUT', '/api/energy/areas', { token, body });
    const intake = new ReadingIntakeService(api.database.dataSource, new RollupService());
    for (const [id, energy] of [
      [1, hallMwh],
      [2, annexMwh],
    ] as const) {
      const readings = Array.from({ length: HOURS }, (_, hour) => {
        const energyMwh = energy(hour);
        return energyMwh === null
          ? []
          : [{ atMs: FIRST_MS + hour * HOUR_MS, value: energyMwh / 1e6, quality: 0 }];
      });
      await intake.take(id, readings.flat());
    }
  });
  afterAll(async () => {
    await api.stop();
    await source.stop();
  });

  const points = async (route: string, query: object = {}) => {
    const text = new URLSearchParams({ ...ranges, interval: 'day', ...query } as Record<string, string>);
    const { status, body } = await api.call('GET', `/api/energy/${route}?${text.toString()}`, {
      token: viewer,
    });
    expect({ status, body }).toMatchObject({ status: 200 });
    return body as Point[];
  };
  const configure = async (body: object) =>
    expect((await api.call('PUT', '/api/configs', { token, body })).status).toBe(200);
  const refresh = async (as = token) =>
    (await api.call('POST', '/api/energy/carbon-factors/refresh', { token: as })).body as {
      success: boolean;
      message: string;
    };
  const factor = {
    name: 'Grid',
    category: 'electricity',
    value: 0.2,
    unit: 'kgCO2e/kWh',
    source: 'A publisher',
    year: 2024,
    region: 'GB',
    scope: '2',
    validFrom: null as string | null,
    validTo: null as string | null,
  };
  const publish = (...factors: object[]) => {
    answer = { status: 200, body: JSON.stringify({ factors }) };
  };

  it('costs are null without a tariff', async () => {
    const found = await points('costs', { areaId: 2 });
    expect(found[0]).toEqual({
      timestamp: '2024-02-01T00:00:00.000Z',
      value: null,
      unit: 'CNY',
      areaId: 2,
      coverage: 1,
    });
    expect(found.every(({ value }) => value === null)).toBe(true);
  });

  it('costs and emissions have the same coverage as the energy', async () => {
    await configure({
      tariffs: {
        electricity: {
          currency: 'GBP',
          default: 0.2,
          periods: [{ days: [1, 2, 3], from: '07:00', to: '19:00', pricePerKwh: 0.3 }],
        },
      },
    });
    for (const query of [
      { interval: 'day' },
      { interval: 'month' },
      { interval: 'hour', to: '2024-02-10' },
      { from: '2024-02-01T10:20Z' },
    ]) {
      const details = await points('details', query);
      const expected = details.map(({ timestamp, areaId, coverage }) => ({ timestamp, areaId, coverage }));
      for (const route of ['costs', 'emissions']) {
        const found = await points(route, query);
        expect(found.map(({ timestamp, areaId, coverage }) => ({ timestamp, areaId, coverage }))).toEqual(
          expected,
        );
      }
    }
  });

  it('costs and emissions are the same in workflows as on the routes, and workflows also get the hourly mean and peak', async () => {
    const range = { from: '2024-03-30', to: '2024-04-02' };
    const service = periodFigures(api.database.dataSource, new SystemClock(), testEnvironment());
    for (const [metric, route] of [
      ['cost', 'costs'],
      ['emissions', 'emissions'],
    ] as const) {
      const query = { ...range, areaId: 2, interval: 'day', period: 'custom', metric } as const;
      const { total, avg, peak, peakTime, unit, points: days = [] } = await service.figures(query, 0);
      const byDay = await points(route, { ...range, areaId: 2 });
      expect(days).toEqual(byDay.map(({ timestamp, value, coverage }) => ({ timestamp, value, coverage })));
      expect(byDay[0]?.unit).toBe(unit);
      const hours = await points(route, { ...range, areaId: 2, interval: 'hour' });
      const values = hours.map(({ value }) => value ?? 0);
      expect(peak).toBe(Math.max(...values));
      expect(hours.find(({ timestamp }) => timestamp === peakTime)?.value).toBe(peak);
      const sum = byDay.reduce((amount, { value }) => amount + (value ?? 0), 0);
      // The amounts of the days are rounded, so their sum may differ slightly.
      expect(Math.abs((total ?? 0) - sum)).toBeLessThan(0.02);
      const measured = hours.filter(({ value }) => value !== null).length;
      expect(Math.abs((avg ?? 0) - sum / measured)).toBeLessThan(0.01);
    }
  });

  it('costs equal the costs of a slow reference model for any tariff', async () => {
    await fc.assert(
      fc.asyncProperty(tariffs, interval, areas, async (given, length, { areaId, meters }) => {
        const [only] = given;
        await configure({ tariffs: { electricity: given.length === 1 ? only : given } });
        const found = await points('costs', { areaId, interval: length });
        const expected = slowPoints(meters, length, (ms) => slowPrice(given, ms), 2);
        expect(found.map(({ value }) => value)).toEqual(expected);
        expect(new Set(found.map(({ unit }) => unit))).toEqual(new Set(['GBP']));
      }),
      { numRuns: 8 },
    );
  });

  it('emissions equal the emissions of a slow reference model for factors that change at any hour', async () => {
    const change = fc
      .integer({ min: 0, max: HOURS })
      .map((hour) => new Date(FIRST_MS + hour * HOUR_MS).toISOString());
    const date = fc
      .integer({ min: 0, max: 74 })
      .map((day) => new Date(FIRST_MS + day * 24 * HOUR_MS).toISOString().slice(0, 10));
    const factors = fc.uniqueArray(fc.record({ value: price, validFrom: fc.oneof(change, date) }), {
      minLength: 1,
      maxLength: 5,
      selector: ({ validFrom }) => instantOf(validFrom),
    });
    await fc.assert(
      fc.asyncProperty(factors, interval, areas, async (given, length, { areaId, meters }) => {
        publish(...given.map((fields) => ({ ...factor, ...fields })));
        expect(await refresh()).toMatchObject({ success: true });
        const sorted = given.toSorted((one, other) => instantOf(one.validFrom) - instantOf(other.validFrom));
        const at = (ms: number) =>
          sorted.findLast(({ validFrom }) => instantOf(validFrom) <= ms)?.value ?? null;
        const found = await points('emissions', { areaId, interval: length });
        expect(found.map(({ value }) => value)).toEqual(slowPoints(meters, length, at, 3));
        expect(new Set(found.map(({ unit }) => unit))).toEqual(new Set(['kg CO2e']));
      }),
      { numRuns: 8 },
    );
  });

  it.each<[string, { status: number; body: string }, RegExp]>([
    ['returns an error', { status: 503, body: '{}' }, /answered with status 503/],
    [
      'returns an invalid factor',
      { status: 200, body: JSON.stringify({ factors: [{}] }) },
      /factors\[0\]\.name/,
    ],
    ['returns too many bytes', { status: 200, body: ' '.repeat(5_000_000) }, /larger than/],
  ])('the stored emission factors are kept if their source %s', async (_, failing, message) => {
    publish(factor);
    expect(await refresh()).toEqual({
      success: true,
      message: 'The factors were replaced. Number of factors: 1.',
      result: say('factors_replaced', { count: 1 }),
    });
    const tree = (await api.call('GET', '/api/energy/carbon-factors', { token: viewer })).body;
    answer = failing;
    expect(await refresh()).toMatchObject({ success: false, message: expect.stringMatching(message) });
    expect((await api.call('GET', '/api/energy/carbon-factors', { token: viewer })).body).toEqual(tree);
    expect(tree).toEqual({
      factors: [
        expect.objectContaining({
          id: 'electricity',
          value: null,
          children: [{ ...withoutCategory(factor), id: 'electricity/1', children: [] }],
        }),
      ],
    });
  });

  it('the audit entry for new emission factors does not contain the secret key in the address of their source', async () => {
    publish(factor, { ...factor, region: 'FR' });
    await refresh();
    const entries = (await api.auditEntries()).filter(({ action }) => action === 'carbon-factors.replaced');
    expect(entries[0]?.after).toContain('/factors"');
    expect(JSON.stringify(entries)).not.toContain('secret');
    expect(source.received.at(-1)?.path).toBe('/factors?key=secret');
  });

  it('the factors for emissions can be refreshed only by engineers', async () => {
    const path = '/api/energy/carbon-factors/refresh';
    expect((await api.call('POST', path, { token: viewer })).status).toBe(403);
    const engineer = await api.signInAs('engineer');
    publish(factor);
    expect(await refresh(engineer.token)).toMatchObject({ success: true });
  });

  it('costs and emissions use the configured region and scope', async () => {
    publish(factor, { ...factor, value: 0.4, region: 'FR' }, { ...factor, value: 0.8, scope: 'Scope 3' });
    await refresh();
    const first = async () => (await points('emissions', { areaId: 2 }))[0]?.value ?? 0;
    const british = await first();
    await configure({ carbon: { region: 'FR' } });
    expect(await first()).toBeCloseTo(2 * british, 2);
    await configure({ carbon: { region: 'GB', scope: '3' } });
    expect(await first()).toBeCloseTo(4 * british, 2);
    await configure({ carbon: { region: 'XX' } });
    expect((await points('emissions', { areaId: 2 }))[0]?.value).toBeNull();
    await configure({ carbon: { region: 'GB', scope: null } });
  });

  it.each(['costs', 'emissions'])(
    'costs and emissions are refused for the same invalid queries as energy: %s',
    async (route) => {
      const call = (query: string) => api.call('GET', `/api/energy/${route}?${query}`, { token: viewer });
      expect((await call('from=2024-01-01&to=2024-01-02')).status).toBe(400);
      expect((await call('from=2024-01-02&to=2024-01-01&interval=day')).status).toBe(400);
      expect((await call('from=1900-01-01&to=2024-01-01&interval=hour')).status).toBe(400);
      expect((await call('from=2024-01-01&to=2024-01-02&interval=day&areaId=99')).status).toBe(404);
      expect((await call('from=1024-01-01&to=1824-01-01&interval=month&areaId=1')).status).toBe(200);
    },
  );
});

/**
 * Returns the instant of an ISO 8601 time, or the instant at which a local date begins: midnight UTC in winter, and an
 * hour earlier in summer.
 */
function instantOf(text: string): number {
  const ms = Date.parse(text);
  return text.includes('T') || ms < Date.parse('2024-04-01T00:00Z') ? ms : ms - HOUR_MS;
}

function withoutCategory<T extends { category: string }>(factor: T): Omit<T, 'category'> {
  const { category: _, ...rest } = factor;
  return rest;
}
