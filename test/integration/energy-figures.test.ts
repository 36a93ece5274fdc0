import {
  AreasService,
  AuditService,
  EnergyDetailsService,
  type EnergyDetailsQuery,
  EnergyStatsService,
  EnergySumsService,
  HourlyFiguresService,
  PlatformService,
  ReadingIntakeService,
  RollupService,
} from '@app/domain';
import type { Environment } from '@app/config';
import { PlatformConfigurationEntity } from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const HOUR_MS = 3_600_000;
const FIRST = Date.parse('2024-02-26T00:00Z');
const ms = (iso: string) => Date.parse(iso);

/** An hour's energy is its number: each is told from all others, so that an hour in the wrong bucket shows. */
const energyOf = (hour: number) => hour + 1;
const sumBetween = (from: string, to: string) => {
  let sum = 0;
  for (let atMs = ms(from); atMs < ms(to); atMs += HOUR_MS) sum += energyOf((atMs - FIRST) / HOUR_MS);
  return sum;
};

const reading = (hour: number) => ({ atMs: FIRST + hour * HOUR_MS, value: energyOf(hour), quality: 0 });
const percent = (now: number, before: number) => Math.round(((now - before) / before) * 1e4) / 100;
const thousandths = (value: number) => Math.round(value * 1000) / 1000;

describe('figures of energy', () => {
  const clock = new FixedClock(ms('2024-04-10T10:30Z'));
  let database: TestDatabase;
  let environment: Environment;
  let intake: ReadingIntakeService;

  beforeAll(async () => {
    database = await openDatabase();
    environment = testEnvironment({ PLATFORM_TIMEZONE: 'Europe/London', LIMIT_BUCKETS_PER_AREA: 1500 });
    intake = new ReadingIntakeService(database.dataSource, new RollupService());
    await services().platform.ensure();
    const site = await services().areas.replace(Actor.system('test'), [
      { name: 'Site' },
      {
        name: 'Hall',
        parentIndex: 0,
        meters: [{ pointCode: 'HALL', kind: 'interval', intervalSeconds: 3600 }],
      },
      {
        name: 'Annex',
        parentIndex: 0,
        meters: [{ pointCode: 'ANNEX', kind: 'interval', intervalSeconds: 3600 }],
      },
      {
        name: 'Tap',
        meters: [{ pointCode: 'WATER', energyType: 'water', kind: 'interval', intervalSeconds: 3600 }],
      },
    ]);
    const idOf = (area: number) => site.metersByArea.get(area)?.[0]?.id ?? 0;
    const hours = Array.from({ length: 44 * 24 + 10 }, (_, hour) => hour);
    await intake.take(idOf(2), hours.map(reading));
    await intake.take(idOf(3), hours.filter((hour) => hour % 2 === 0).map(reading));
    await intake.take(idOf(4), [reading(0)]);
  });

  afterAll(() => database.drop());

  /** Fresh ones: what they remember of the time zone is a second old at most, and the clock stands still. */
  const services = () => {
    const audit = new AuditService(database.dataSource, clock);
    const platform = new PlatformService(database.dataSource, environment, clock, audit);
    const areas = new AreasService(database.dataSource, platform, clock, audit);
    const sums = new EnergySumsService(database.dataSource);
    return {
      platform,
      areas,
      details: new EnergyDetailsService(areas, sums, platform, environment),
      stats: new EnergyStatsService(
        areas,
        new HourlyFiguresService(database.dataSource, sums),
        platform,
        clock,
      ),
    };
  };
  const inZone = (timezone: string) =>
    database.dataSource.manager.update(PlatformConfigurationEntity, 1, { timezone });
  const details = (query: Partial<EnergyDetailsQuery>) =>
    services().details.points({
      areaId: 2,
      from: '2024-03-30',
      to: '2024-04-02',
      interval: 'day',
      ...query,
    });

  afterEach(() => inZone('Europe/London'));

  it('cuts days by the zone, that of 23 hours included', async () => {
    expect(await details({})).toEqual([
      expect.objectContaining({
        timestamp: '2024-03-30T00:00:00.000Z',
        value: sumBetween('2024-03-30T00:00Z', '2024-03-31T00:00Z'),
        unit: 'kWh',
        areaId: 2,
        coverage: 1,
        estimated: false,
      }),
      expect.objectContaining({
        timestamp: '2024-03-31T00:00:00.000Z',
        value: sumBetween('2024-03-31T00:00Z', '2024-03-31T23:00Z'),
        coverage: 1,
      }),
      expect.objectContaining({
        timestamp: '2024-03-31T23:00:00.000Z',
        value: sumBetween('2024-03-31T23:00Z', '2024-04-01T23:00Z'),
        coverage: 1,
      }),
    ]);
  });

  it.each([
    [
      'week',
      '2024-03-04',
      '2024-03-18',
      [
        ['2024-03-04T00:00Z', '2024-03-11T00:00Z'],
        ['2024-03-11T00:00Z', '2024-03-18T00:00Z'],
      ],
    ],
    ['month', '2024-03-01', '2024-04-01', [['2024-03-01T00:00Z', '2024-03-31T23:00Z']]],
    [
      'hour',
      '2024-03-31T00:00',
      '2024-03-31T03:00',
      [
        ['2024-03-31T00:00Z', '2024-03-31T01:00Z'],
        ['2024-03-31T01:00Z', '2024-03-31T02:00Z'],
      ],
    ],
  ] as const)('adds up by the %s', async (interval, from, to, buckets) => {
    const points = await details({ interval, from, to });
    expect(points.map(({ timestamp, value }) => [timestamp, value])).toEqual(
      buckets.map(([start, end]) => [new Date(start).toISOString(), sumBetween(start, end)]),
    );
  });

  it.each(['Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe'])(
    'shares hours out where the zone %s cuts through them, says so, and loses nothing',
    async (zone) => {
      await inZone(zone);
      const points = await details({ from: '2024-03-01', to: '2024-04-01', interval: 'day' });
      expect(points).toHaveLength(31);
      expect(points.every(({ estimated }) => estimated)).toBe(zone !== 'Australia/Lord_Howe');
      const [month] = await details({ from: '2024-03-01', to: '2024-04-01', interval: 'month' });
      const total = points.reduce((sum, { value }) => sum + Math.round((value ?? 0) * 1e6), 0) / 1e6;
      expect(total).toBe(month?.value);
    },
  );

  it('clips a range off the boundary, and the coverage tells', async () => {
    const [point] = await details({ from: '2024-03-30T06:00Z', to: '2024-03-30T12:00Z' });
    expect(point).toMatchObject({
      timestamp: '2024-03-30T00:00:00.000Z',
      value: sumBetween('2024-03-30T06:00Z', '2024-03-30T12:00Z'),
      coverage: 0.25,
    });
  });

  it('leaves null what was not measured, with no coverage', async () => {
    const points = await details({ from: '2024-02-24', to: '2024-02-27' });
    expect(points.map(({ value, coverage }) => [value, coverage])).toEqual([
      [null, 0],
      [null, 0],
      [sumBetween('2024-02-26T00:00Z', '2024-02-27T00:00Z'), 1],
    ]);
  });

  it('adds the children to an area, and their coverage too', async () => {
    const points = await details({
      areaId: 1,
      from: '2024-03-05T00:00Z',
      to: '2024-03-05T02:00Z',
      interval: 'hour',
    });
    const [even, odd] = [energyOf(8 * 24), energyOf(8 * 24 + 1)];
    expect(points.map(({ value, coverage }) => [value, coverage])).toEqual([
      [2 * even, 1],
      [odd, 0.5],
    ]);
  });

  it('tells all areas where none is named, and each type by itself', async () => {
    const all = await details({
      areaId: undefined,
      from: '2024-02-26',
      to: '2024-02-27',
      energyType: 'water',
    });
    expect(all.map(({ areaId, value, unit }) => [areaId, value, unit])).toEqual([
      [1, null, 'm³'],
      [2, null, 'm³'],
      [3, null, 'm³'],
      [4, 1, 'm³'],
    ]);
  });

  it.each([
    ['an empty range', { from: '2024-03-02', to: '2024-03-02' }, 'invalid'],
    ['more buckets than the limit', { from: '2014-03-02', to: '2024-03-02', interval: 'hour' }, 'invalid'],
    ['an area that is not there', { areaId: 99 }, 'not_found'],
  ] as const)('refuses %s', async (_, query, kind) => {
    await expect(details(query)).rejects.toMatchObject({ kind });
  });

  describe('of a period', () => {
    it('gives total, mean and peak of a custom range beside the one before', async () => {
      const stats = await services().stats.stats({
        areaId: 2,
        period: 'custom',
        from: '2024-03-05T00:00Z',
        to: '2024-03-05T06:00Z',
      });
      const total = sumBetween('2024-03-05T00:00Z', '2024-03-05T06:00Z');
      const before = sumBetween('2024-03-04T18:00Z', '2024-03-05T00:00Z');
      const peak = energyOf(8 * 24 + 5);
      expect(stats).toEqual({
        total,
        avg: thousandths(total / 6),
        peak,
        peakTime: '2024-03-05T05:00:00.000Z',
        comparedToLastPeriod: {
          total: percent(total, before),
          avg: percent(total / 6, before / 6),
          peak: percent(peak, peak - 6),
        },
      });
    });

    it.each([
      ['today', '2024-04-09T23:00Z', '2024-04-08T23:00Z'],
      ['thisWeek', '2024-04-07T23:00Z', '2024-03-31T23:00Z'],
      ['thisMonth', '2024-03-31T23:00Z', '2024-03-01T00:00Z'],
    ] as const)(
      'compares %s with as much elapsed time of the one before',
      async (period, start, previousStart) => {
        const elapsedMs = clock.nowMs() - ms(start);
        const total = sumBetween(start, '2024-04-10T10:00Z');
        // Half of the running hour had been measured by the same time of the period before.
        const wholeMs = Math.floor(elapsedMs / HOUR_MS) * HOUR_MS;
        const wholeEnd = new Date(ms(previousStart) + wholeMs).toISOString();
        const before = sumBetween(previousStart, wholeEnd) + energyOf((ms(wholeEnd) - FIRST) / HOUR_MS) / 2;
        const stats = await services().stats.stats({ areaId: 2, period });
        expect(stats).toMatchObject({
          total,
          peakTime: '2024-04-10T09:00:00.000Z',
          comparedToLastPeriod: { total: percent(total, before) },
        });
      },
    );

    it('is null where nothing was measured, and has no base to compare with', async () => {
      expect(await services().stats.stats({ areaId: 4, period: 'today' })).toEqual({
        total: null,
        avg: null,
        peak: null,
        peakTime: null,
        comparedToLastPeriod: { total: null, avg: null, peak: null },
      });
    });

    it('counts each meter of the site once where no area is named', async () => {
      const range = { period: 'custom', from: '2024-03-05T00:00Z', to: '2024-03-05T01:00Z' } as const;
      const [site, top] = [
        await services().stats.stats(range),
        await services().stats.stats({ ...range, areaId: 1 }),
      ];
      expect(site.total).toBe(top.total);
    });

    it('answers for a range of any length', async () => {
      const range = { period: 'custom', from: '1001-01-01', to: '9990-01-01' } as const;
      const hours = 44 * 24 + 10;
      expect(await services().stats.stats({ ...range, areaId: 2 })).toMatchObject({
        total: (hours * (hours + 1)) / 2,
        avg: (hours + 1) / 2,
        peak: hours,
      });
    });

    it('wants both ends of a custom range', async () => {
      await expect(services().stats.stats({ period: 'custom', from: '2024-03-05' })).rejects.toMatchObject({
        details: [{ path: 'to', message: 'is required when period is custom' }],
      });
    });
  });
});
