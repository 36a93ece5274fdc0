// Runs on both profiles: sums are computed in SQL.
import {
  AreasService,
  AuditService,
  EnergyDetailsService,
  EnergyStatsService,
  ConfigurationService,
} from '@app/domain';
import {
  CommonHoursService,
  CompletenessService,
  type EnergyDetailsQuery,
  EnergyScopeService,
  EnergySumsService,
  HourlyFiguresService,
  ReadingIntakeService,
  RollupService,
} from '@app/domain/testing';
import type { Environment } from '@app/config';
import { MeterDayEntity, PlatformConfigurationEntity, type Tariff } from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { periodFigures } from '../factories/period-figures';
import { recipe } from '../factories/recipes';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const HOUR_MS = 3_600_000;
const FIRST = Date.parse('2024-02-26T00:00Z');
const ms = (iso: string) => Date.parse(iso);

/** The energy differs in each hour, so that a test fails if an hour is in the wrong bucket. */
const energyOf = (hour: number) => hour + 1;
const sumBetween = (from: string, to: string) => {
  let sum = 0;
  for (let atMs = ms(from); atMs < ms(to); atMs += HOUR_MS) sum += energyOf((atMs - FIRST) / HOUR_MS);
  return sum;
};

const reading = (hour: number) => ({ atMs: FIRST + hour * HOUR_MS, value: energyOf(hour), quality: 0 });
/** Readings of water around October 2023. */
const OCTOBER = Array.from({ length: 33 * 24 }, (_, hour) => ({
  atMs: ms('2023-09-30T00:00Z') + hour * HOUR_MS,
  value: energyOf((hour * 97) % 1009),
  quality: 0,
}));
const percent = (now: number, before: number) => Math.round(((now - before) / before) * 1e4) / 100;
const thousandths = (value: number) => Math.round(value * 1000) / 1000;

/**
 * The prices of a year with a day, a night and a weekend. Two of the tariffs do not begin on the first day of a month,
 * and one of these two begins at 02:30.
 */
const tariffsOf = (midMonth: string, clockChange: string): Tariff[] => [
  {
    currency: 'EUR',
    default: 0.3124,
    periods: [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '06:00', pricePerKwh: 0.2213 }],
  },
  {
    validFrom: midMonth,
    currency: 'EUR',
    default: 0.3377,
    periods: [
      { days: [6, 7], from: '00:00', to: '00:00', pricePerKwh: 0.1999 },
      { days: [1, 2, 3, 4, 5], from: '22:00', to: '06:00', pricePerKwh: 0.2345 },
    ],
  },
  {
    validFrom: clockChange,
    currency: 'EUR',
    default: 0.4011,
    periods: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '02:30', pricePerKwh: 0.1501 }],
  },
];

const BERLIN_TIME = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** The cost of the hours of a month in Berlin, computed one half hour after the other in hundredths of a cent. */
function slowCost(month: string, hours: readonly ReturnType<typeof reading>[], tariffs: readonly Tariff[]) {
  let hundredthsOfCents = 0;
  for (const { atMs, value } of hours.flatMap((hour) => [hour, { ...hour, atMs: hour.atMs + HOUR_MS / 2 }])) {
    const [date = '', time = ''] = BERLIN_TIME.format(atMs).split(' ');
    if (!date.startsWith(month)) continue;
    const tariff = tariffs.findLast(({ validFrom = '' }) => validFrom <= date);
    const weekday = new Date(date).getUTCDay() || 7;
    const period = tariff?.periods?.find(({ days, from, to }) => {
      if (days.includes(weekday) && time >= from) return true;
      return days.includes(weekday === 1 ? 7 : weekday - 1) && time < to;
    });
    hundredthsOfCents += (value / 2) * Math.round((period?.pricePerKwh ?? tariff?.default ?? NaN) * 1e4);
  }
  return Math.round(hundredthsOfCents / 100) / 100;
}

describe('energy figures', () => {
  const clock = new FixedClock(ms('2024-04-10T10:30Z'));
  let database: TestDatabase;
  let environment: Environment;
  let intake: ReadingIntakeService;

  beforeAll(async () => {
    database = await openDatabase();
    environment = testEnvironment({ PLATFORM_TIMEZONE: 'Europe/London', LIMIT_BUCKETS_PER_AREA: 1500 });
    intake = new ReadingIntakeService(database.dataSource, new RollupService());
    await services().configuration.ensure();
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
    await intake.take(idOf(4), [reading(0), ...OCTOBER]);
  });

  afterAll(() => database.drop());

  /** Creates new services. A service caches the time zone for a second, and the clock does not advance. */
  const services = () => {
    const audit = new AuditService(database.dataSource, clock);
    const configuration = new ConfigurationService(database.dataSource, environment, clock, audit);
    const areas = new AreasService(database.dataSource, configuration, clock, audit);
    const sums = new EnergySumsService(database.dataSource);
    const common = new CommonHoursService(sums);
    const hourly = new HourlyFiguresService(database.dataSource, sums, common);
    const completeness = new CompletenessService(database.dataSource, sums, clock);
    return {
      configuration,
      areas,
      details: new EnergyDetailsService(new EnergyScopeService(areas, configuration, environment), sums),
      stats: new EnergyStatsService(areas, hourly, completeness, configuration, clock),
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

  it('energy figures split days at local midnight, including days of 23 hours', async () => {
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
  ] as const)('energy figures add up the energy of each %s', async (interval, from, to, buckets) => {
    const points = await details({ interval, from, to });
    expect(points.map(({ timestamp, value }) => [timestamp, value])).toEqual(
      buckets.map(([start, end]) => [new Date(start).toISOString(), sumBetween(start, end)]),
    );
  });

  it.each(['Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe'])(
    'energy figures split hours at the day boundaries of %s without losing energy',
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

  it('energy figures are the same if a stored day is not packed', async () => {
    const { manager } = database.dataSource;
    const tariffs = { electricity: tariffsOf('2024-03-13', '2024-03-31') };
    await manager.update(PlatformConfigurationEntity, 1, { tariffs });
    const startsAt = new Date('2024-03-14T00:00Z');
    const month = { from: '2024-03-01', to: '2024-04-01' };
    const all = async () => ({
      days: await details(month),
      months: await details({ ...month, areaId: 1, interval: 'month' }),
      stats: await services().stats.stats({ areaId: 1, period: 'custom', ...month }),
      costs: await figures({ metric: 'cost', areaId: 1, period: 'lastMonth' }),
    });
    const expected = await all();
    const days = await manager.findBy(MeterDayEntity, { startsAt });
    expect(days.map(({ packed }) => typeof packed)).toEqual(['string', 'string']);
    await manager.update(MeterDayEntity, { startsAt }, { packed: null });
    const found = await all();
    await manager.save(days);
    expect(found).toEqual(expected);
  });

  it('energy figures have a lower coverage in buckets that are only partly in the range', async () => {
    const [point] = await details({ from: '2024-03-30T06:00Z', to: '2024-03-30T12:00Z' });
    expect(point).toMatchObject({
      timestamp: '2024-03-30T00:00:00.000Z',
      value: sumBetween('2024-03-30T06:00Z', '2024-03-30T12:00Z'),
      coverage: 0.25,
    });
  });

  it('energy figures are null with coverage 0 if nothing was measured', async () => {
    const points = await details({ from: '2024-02-24', to: '2024-02-27' });
    expect(points.map(({ value, coverage }) => [value, coverage])).toEqual([
      [null, 0],
      [null, 0],
      [sumBetween('2024-02-26T00:00Z', '2024-02-27T00:00Z'), 1],
    ]);
  });

  it('energy figures of an area include the energy and the coverage of its child areas', async () => {
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

  it('energy figures cover all areas if no area is given, but never more than one energy type', async () => {
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
    ['an unknown area', { areaId: 99 }, 'not_found'],
  ] as const)('energy figures refuse %s', async (_, query, kind) => {
    await expect(details(query)).rejects.toMatchObject({ kind });
  });

  const figures = (query: object, nowMs = clock.nowMs()) =>
    periodFigures(database.dataSource, clock, environment).figures(
      { metric: 'energy', period: 'custom', ...query },
      nowMs,
    );

  describe('that workflows read', () => {
    it.each([
      { period: 'today' },
      { period: 'thisWeek', areaId: 1 },
      { period: 'thisMonth', areaId: 3 },
      { period: 'custom', from: '2024-03-31', to: '2024-04-01', areaId: 2 },
      { period: 'custom', from: '2024-03-31T00:30', to: '2024-03-31T03:15', areaId: 1 },
    ] as const)(
      'energy figures for workflows equal the statistics and the details of the same period: %j',
      async (query) => {
        const { stats, details } = services();
        const { unit, points = [], ...summary } = await figures({ ...query, interval: 'hour' });
        expect(summary).toEqual(await stats.stats(query));
        const { areaId = 1, period, ...range } = { from: '', to: '', ...query };
        const start = {
          today: '2024-04-10',
          thisWeek: '2024-04-08',
          thisMonth: '2024-04-01',
          custom: range.from,
        };
        const to = range.to === '' ? clock.now().toISOString() : range.to;
        const hours = await details.points({ areaId, from: start[period], to, interval: 'hour' });
        expect(points).toEqual(
          hours.map(({ timestamp, value, coverage }) => ({ timestamp, value, coverage })),
        );
        const sum = points.reduce((total, { value }) => total + (value ?? 0), 0);
        expect([thousandths(sum), unit]).toEqual([summary.total, 'kWh']);
        expect(summary.coverage).toBeGreaterThan(areaId === 2 ? 0.99 : 0.4);
      },
    );

    it.each([
      ['yesterday', '2024-03-30T00:00Z', '2024-03-31T00:00Z', '2024-03-29T00:00Z'],
      ['lastWeek', '2024-03-18T00:00Z', '2024-03-25T00:00Z', '2024-03-11T00:00Z'],
    ] as const)(
      'energy figures for workflows are right for the period %s on the day of a clock change',
      async (period, from, to, before) => {
        const { total, coverage, comparedToLastPeriod } = await figures(
          { period, areaId: 2 },
          ms('2024-03-31T02:30Z'),
        );
        expect([total, coverage]).toEqual([sumBetween(from, to), 1]);
        expect(comparedToLastPeriod.total).toBe(percent(sumBetween(from, to), sumBetween(before, from)));
      },
    );

    it('energy figures for workflows are right for a month whose last day has 23 hours, and for this last day alone', async () => {
      const month = await figures({ period: 'lastMonth', areaId: 2 }, ms('2024-04-01T09:00Z'));
      expect(month.total).toBe(sumBetween('2024-03-01T00:00Z', '2024-03-31T23:00Z'));
      const day = await figures({ period: 'yesterday', areaId: 2 }, ms('2024-04-01T09:00Z'));
      expect([day.total, day.coverage]).toEqual([sumBetween('2024-03-31T00:00Z', '2024-03-31T23:00Z'), 1]);
    });

    it.each([
      ['March', '2024-03', 2, 'electricity', '2024-03-13', '2024-03-31', 743],
      ['October', '2023-10', 4, 'water', '2023-10-18', '2023-10-29', 745],
    ] as const)(
      'the bill that recipe 19 computes for %s is the sum of the readings at their prices, across a clock change',
      async (_, month, areaId, energyType, midMonth, clockChange, hours) => {
        const tariffs = tariffsOf(midMonth, clockChange);
        await database.dataSource.manager.update(PlatformConfigurationEntity, 1, {
          timezone: 'Europe/Berlin',
          tariffs: { [energyType]: tariffs },
        });
        const { nodes } = recipe(19)[0] as { nodes: { id: string; config: object }[] };
        const [energy = {}, cost = {}] = ['energy', 'cost'].map((name) => ({
          ...nodes.find(({ id }) => id === name)?.config,
          areaId,
          energyType,
        }));
        const readings =
          areaId === 4 ? OCTOBER : Array.from({ length: 44 * 24 + 10 }, (__, hour) => reading(hour));
        const inMonth = readings.filter(({ atMs }) => BERLIN_TIME.format(atMs).startsWith(month));
        expect(inMonth).toHaveLength(hours);
        const firstOfNextMonth = ms(areaId === 4 ? '2023-11-01T05:00Z' : '2024-04-01T04:00Z');
        expect(await figures(cost, firstOfNextMonth)).toMatchObject({
          total: slowCost(month, readings, tariffs),
          unit: 'EUR',
          coverage: 1,
        });
        expect((await figures(energy, firstOfNextMonth)).total).toBe(
          inMonth.reduce((sum, { value }) => sum + value, 0),
        );
      },
    );

    it('energy figures for workflows are null at the beginning of a day and if nothing was measured', async () => {
      const nothing = { total: null, avg: null, peak: null, peakTime: null, coverage: 0 };
      expect(await figures({ period: 'today', interval: 'hour' }, ms('2024-04-09T23:00Z'))).toMatchObject({
        ...nothing,
        points: [],
      });
      expect(await figures({ period: 'today', areaId: 4, energyType: 'water' })).toMatchObject({
        ...nothing,
        unit: 'm³',
      });
    });

    it('energy figures for workflows require an existing area and a complete range', async () => {
      await expect(figures({ period: 'today', areaId: 99 })).rejects.toMatchObject({ kind: 'not_found' });
      await expect(figures({ from: '2024-03-01' })).rejects.toMatchObject({ details: [{ path: 'to' }] });
    });
  });

  describe('that summarise a period', () => {
    it('period statistics contain total, mean and peak of a custom range, compared with the range before', async () => {
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
        coverage: 1,
        silentMeters: [],
        comparedToLastPeriod: {
          total: percent(total, before),
          avg: percent(total / 6, before / 6),
          peak: percent(peak, peak - 6),
          coverage: 1,
        },
      });
    });

    it.each([
      ['today', '2024-04-09T23:00Z', '2024-04-08T23:00Z'],
      ['thisWeek', '2024-04-07T23:00Z', '2024-03-31T23:00Z'],
      ['thisMonth', '2024-03-31T23:00Z', '2024-03-01T00:00Z'],
    ] as const)(
      'period statistics compare %s with the same elapsed time of the previous period',
      async (period, start, previousStart) => {
        const elapsedMs = clock.nowMs() - ms(start);
        const total = sumBetween(start, '2024-04-10T10:00Z');
        // The readings end at 10:00, so the half hour since then is not compared.
        const wholeMs = Math.floor(elapsedMs / HOUR_MS) * HOUR_MS;
        const wholeEnd = new Date(ms(previousStart) + wholeMs).toISOString();
        const before = sumBetween(previousStart, wholeEnd);
        const stats = await services().stats.stats({ areaId: 2, period });
        expect(stats).toMatchObject({
          total,
          peakTime: '2024-04-10T09:00:00.000Z',
          comparedToLastPeriod: {
            total: percent(total, before),
            coverage: Math.floor((wholeMs / elapsedMs) * 1e6) / 1e6,
          },
        });
      },
    );

    it('period statistics are null and have no comparison if nothing was measured', async () => {
      expect(await services().stats.stats({ areaId: 4, period: 'today' })).toEqual({
        total: null,
        avg: null,
        peak: null,
        peakTime: null,
        coverage: 0,
        silentMeters: [],
        comparedToLastPeriod: { total: null, avg: null, peak: null, coverage: 0 },
      });
    });

    it('period statistics count each meter of the site once if no area is given', async () => {
      const range = { period: 'custom', from: '2024-03-05T00:00Z', to: '2024-03-05T01:00Z' } as const;
      const [site, top] = [
        await services().stats.stats(range),
        await services().stats.stats({ ...range, areaId: 1 }),
      ];
      expect(site.total).toBe(top.total);
    });

    it('period statistics cover a range of any length', async () => {
      const range = { period: 'custom', from: '1001-01-01', to: '9990-01-01' } as const;
      const hours = 44 * 24 + 10;
      expect(await services().stats.stats({ ...range, areaId: 2 })).toMatchObject({
        total: (hours * (hours + 1)) / 2,
        avg: (hours + 1) / 2,
        peak: hours,
      });
    });

    it('period statistics require a start and an end for a custom range', async () => {
      await expect(services().stats.stats({ period: 'custom', from: '2024-03-05' })).rejects.toMatchObject({
        details: [{ path: 'to', message: 'is required when period is custom' }],
      });
    });
  });
});
