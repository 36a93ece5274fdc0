// Runs in the full check only: it replays months of measurements.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LocalServer } from '../../factories/local-server';
import { Installation } from './installation';
import { HOUR_MS, millionths, wholeMwh } from './measured-energy';
import type { DetailsQuery, EnergyPoint, RatedPoint } from './product-client';
import {
  calendarOf,
  describeWithData,
  excerptOf,
  FILES,
  halvesOf,
  type Measurement,
  type Measurements,
  priceOf,
  publishedFactorOf,
  ratedSums,
  readCarbonIntensity,
  readMeasurements,
  statsOf,
  type Sum,
  sumBy,
  sumOfMeters,
  type Tariff,
  within,
} from './real-measurements';

const DAY_MS = 24 * HOUR_MS;
/** Returns the reported energy of one area in the form of the expected values. */
function sumsOf(points: readonly EnergyPoint[], areaId: number): Pick<Sum, 'fromMs' | 'mwh'>[] {
  return points
    .filter((point) => point.areaId === areaId)
    .map(({ timestamp, value }) => ({ fromMs: Date.parse(timestamp), mwh: wholeMwh(value) }));
}

const withoutCount = (sums: readonly Sum[]) => sums.map(({ fromMs, mwh }) => ({ fromMs, mwh }));

const ENERGY_TYPES = ['electricity', 'gas'] as const;

describeWithData('university buildings, hourly over 18 months (skipped without TEST_DATA_DIR)', () => {
  /** The smallest of the published buildings and a large one. Both have hours without energy. Their area ids are 1 and 2. */
  const buildings = ['b0', 'b59'];
  /** Begins on a Monday. Contains four changes of the clocks, and the end of a leap February. */
  const range = { from: '2018-10-01', to: '2020-04-03' };
  const calendar = calendarOf('Europe/London');
  const measurements: Record<string, Measurements> = {};
  let folder: string;
  let installation: Installation;
  let factorSource: LocalServer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'real-data-'));
    // The local day begins before the same day in UTC, so the replayed files begin a day earlier.
    const replayed = { from: '2018-09-30', to: range.to };
    const gatewayArgs = ['--no-building'];
    for (const energyType of ENERGY_TYPES) {
      const file = join(folder, `${energyType}.csv.gz`);
      writeFileSync(file, gzipSync(excerptOf(FILES[energyType], buildings, replayed)));
      gatewayArgs.push('--replay', file, '--replay-prefix', `${energyType}.`);
      measurements[energyType] = new Map(
        [...readMeasurements(file, buildings, 1_000_000n)].map(([building, measured]) => [
          building,
          measured.filter(({ atMs }) => calendar.day(atMs) >= range.from),
        ]),
      );
    }
    // Computing the factors takes seconds on a busy machine, which is longer than the product waits for them.
    const factors = JSON.stringify(hourlyFactors());
    factorSource = await LocalServer.start((_, response) => response.end(factors));
    installation = await Installation.start({
      gatewayArgs,
      environment: {
        PLATFORM_TIMEZONE: 'Europe/London',
        CARBON_FACTOR_URL: `http://127.0.0.1:${factorSource.port}/factors`,
        READING_RETENTION_DAYS: 36_500,
        // A long time limit: requests compute a year of hourly prices while the machine also runs other tests.
        LIMIT_REQUEST_MS: 60_000,
      },
    });
    const { client } = installation;
    await client.putAreas(
      buildings.map((building) => ({
        name: `Building ${building}`,
        meters: ENERGY_TYPES.map((energyType) => ({
          pointCode: `${energyType}.${building}`,
          energyType,
          kind: 'interval',
          intervalSeconds: 3600,
          since: replayed.from,
        })),
      })),
    );
    await installation.waitFor(() => client.hasAllHistory(), {
      what: 'the whole of the history',
    });
  });
  afterAll(async () => {
    await installation.stop();
    await factorSource.stop();
    rmSync(folder, { recursive: true });
  });

  /** Returns the buildings with this energy type, with their areas and measurements. */
  const measuredOf = (energyType: string): { building: string; areaId: number; measured: Measurement[] }[] =>
    [...(measurements[energyType] ?? [])].map(([building, measured]) => ({
      building,
      areaId: 1 + buildings.indexOf(building),
      measured,
    }));

  /** Gets a figure of all areas. */
  async function pointsOf<T extends EnergyPoint | RatedPoint>(
    figure: 'details' | 'costs' | 'emissions',
    query: Omit<DetailsQuery, 'from' | 'to'> & Partial<DetailsQuery>,
  ): Promise<T[]> {
    const { client } = installation;
    const whole = { ...range, ...query };
    return (await (figure === 'details' ? client.details(whole) : client.rated(figure, whole))) as T[];
  }

  const details = (query: Parameters<typeof pointsOf>[1]) => pointsOf<EnergyPoint>('details', query);

  function expectToAgree(
    energyType: string,
    points: readonly EnergyPoint[],
    interval: 'day' | 'week' | 'month',
    to = range.to,
  ) {
    for (const { building, areaId, measured } of measuredOf(energyType)) {
      const inRange = measured.filter(({ atMs }) => calendar.day(atMs) < to);
      const expected = withoutCount(sumBy(inRange, calendar[interval]));
      expect({ building, sums: sumsOf(points, areaId) }).toEqual({ building, sums: expected });
    }
    expect(points.filter(({ estimated }) => estimated)).toEqual([]);
  }

  describe.each(ENERGY_TYPES)('the published %s', (energyType) => {
    it.each([
      ['day', range.to, 550],
      ['month', '2020-04-01', 18],
    ] as const)('the published energy is reported per %s', async (interval, to, count) => {
      const points = await details({ interval, energyType, to });
      expect(points).toHaveLength(buildings.length * count);
      expectToAgree(energyType, points, interval, to);
      expect(points.filter(({ coverage }) => coverage !== 1)).toEqual([]);
    });

    it('the published energy is reported per week from Monday', async () => {
      const points = await details({ interval: 'week', energyType });
      expectToAgree(energyType, points, 'week');
      // The range ends on Friday at 00:00, so the last week has only four of seven days.
      const partly = points.filter(({ coverage }) => coverage !== 1);
      expect(partly).toHaveLength(buildings.length);
      for (const { timestamp, coverage } of partly) {
        expect([timestamp, coverage]).toEqual(['2020-03-29T23:00:00.000Z', 0.571428]);
      }
    });

    it.each([
      ['2018-10-28', 25],
      ['2019-03-31', 23],
      ['2019-10-27', 25],
      ['2020-03-29', 23],
    ])('the published energy is reported per hour around %s, a day with %d hours', async (date, count) => {
      const noonMs = Date.parse(`${date}T12:00:00Z`);
      const [fromMs, toMs] = [noonMs - 3 * DAY_MS, noonMs + 3 * DAY_MS];
      const hours = await details({ interval: 'hour', energyType, ...instants(fromMs, toMs) });
      const days = await details({ interval: 'day', energyType, from: date, to: nextDate(date) });
      for (const { areaId, measured } of measuredOf(energyType)) {
        expect(sumsOf(hours, areaId)).toEqual(
          within(measured, fromMs, toMs).map(({ atMs, mwh }) => ({ fromMs: atMs, mwh })),
        );
        const [day] = sumBy(
          measured.filter(({ atMs }) => calendar.day(atMs) === date),
          calendar.day,
        );
        expect(day?.count).toBe(count);
        expect(sumsOf(days, areaId)).toEqual([{ fromMs: day?.fromMs, mwh: day?.mwh }]);
      }
    });

    it.each([
      ['five months', '2019-05-01', '2019-10-01', 3672],
      ['a month with 29 days', '2020-02-01', '2020-03-01', 696],
      ['a month with 745 hours', '2019-10-01', '2019-11-01', 745],
      ['a month with 743 hours', '2019-03-01', '2019-04-01', 743],
      ['a day with 25 hours', '2018-10-28', '2018-10-29', 25],
      ['a day with 23 hours', '2020-03-29', '2020-03-30', 23],
    ])(
      'the statistics of %s have the published total, average and peak, and the change from the preceding range of the same length',
      async (_, from, to, count) => {
        const isIn = ({ atMs }: Measurement) => calendar.day(atMs) >= from && calendar.day(atMs) < to;
        const meters = measuredOf(energyType);
        const site = { areaId: undefined, measured: sumOfMeters(meters.map(({ measured }) => measured)) };
        for (const { areaId, measured } of [site, ...meters]) {
          const hours = measured.filter(isIn);
          expect(hours).toHaveLength(count);
          const startMs = hours[0]?.atMs ?? 0;
          const before = within(measured, startMs - count * HOUR_MS, startMs);
          const stats = await installation.client.stats({ areaId, energyType, period: 'custom', from, to });
          const expected = statsOf(sumBy(hours, calendar.hour), sumBy(before, calendar.hour));
          expect({ areaId, ...stats }).toEqual({ areaId, ...expected });
        }
      },
    );
  });

  const night = { days: [1, 2, 3, 4, 5], from: '22:00', to: '07:00' };
  /** Begins at 01:30, within the local hour that is skipped in spring and occurs twice in autumn. */
  const changeOfClocks = { days: [6, 7], from: '01:30', to: '04:30' };
  /** The price changes within hours, and a new tariff applies from a day with 25 hours on. */
  const tariffs: Tariff[] = [
    { currency: 'GBP', default: 0.1432, periods: [{ ...changeOfClocks, pricePerKwh: 0.0511 }] },
    {
      validFrom: '2019-10-27',
      currency: 'GBP',
      default: 0.1617,
      periods: [
        { ...changeOfClocks, pricePerKwh: 0.0623 },
        { ...night, pricePerKwh: 0.0989 },
      ],
    },
  ];

  /** Hours are compared only around days of 25 and 23 hours. */
  const EVERY_INTERVAL: DetailsQuery[] = [
    { from: '2019-10-20', to: '2019-11-03', interval: 'hour' },
    { from: '2020-03-22', to: range.to, interval: 'hour' },
    { ...range, interval: 'day' },
    { ...range, interval: 'week' },
    { ...range, interval: 'month' },
  ];

  it.each(ENERGY_TYPES)(
    'costs of %s per hour, day, week and month equal the measured energy times the price',
    async (energyType) => {
      await installation.client.configure({ tariffs: { [energyType]: tariffs } });
      const priceAt = priceOf(tariffs, calendar);
      for (const query of EVERY_INTERVAL) {
        const { reported, expected } = await amounts('costs', { ...query, energyType }, priceAt);
        expect({ query, amounts: reported }).toEqual({ query, amounts: expected });
      }
    },
  );

  it.each(ENERGY_TYPES)(
    "the emissions of the buildings' %s follow the published factors, which change each year",
    async (energyType) => {
      await installation.client.configure({ carbon: { region: 'GB', scope: null } });
      const factorAt = publishedFactorOf(energyType, calendar);
      for (const query of EVERY_INTERVAL) {
        const { reported, expected } = await amounts('emissions', { ...query, energyType }, factorAt);
        expect({ query, amounts: reported }).toEqual({ query, amounts: expected });
      }
    },
  );

  /**
   * Returns the costs or emissions of the buildings, both as reported by the product and as expected: the measured
   * energy times the rate.
   */
  async function amounts(
    figure: 'costs' | 'emissions',
    query: DetailsQuery & { energyType: string },
    rateAt: (atMs: number) => bigint,
  ) {
    const points = await pointsOf<RatedPoint>(figure, query);
    const meters = measuredOf(query.energyType);
    const [places, unit] = figure === 'costs' ? [2, 'GBP'] : [3, 'kg CO2e'];
    expect(points.filter((point) => point.unit !== unit)).toEqual([]);
    return {
      reported: meters.map(({ building, areaId }) => ({
        building,
        values: points.filter((point) => point.areaId === areaId).map(({ value }) => value),
      })),
      expected: meters.map(({ building, measured }) => {
        const inRange = measured.filter(({ atMs }) => {
          const date = calendar.day(atMs);
          return date >= query.from && date < query.to;
        });
        const values = ratedSums(halvesOf(inRange, HOUR_MS), calendar[query.interval], rateAt, places);
        return { building, values };
      }),
    };
  }

  /** The months for which a measured factor exists for each hour. */
  const HOURLY_MONTHS = new Set(['2019-03', '2019-10']);
  const HOURLY_REGION = 'GB by hour';

  /**
   * Returns the published factors of each year for two regions. In the second region, the published factors have no end
   * date, but during two months hourly measured factors apply instead.
   */
  function hourlyFactors() {
    const unit = 'kgCO2e/kWh';
    const yearly = ENERGY_TYPES.flatMap((category) =>
      [2018, 2019, 2020].map((year) => ({
        name: `Published for ${year}`,
        category,
        value: Number(publishedFactorOf(category, calendar)(Date.parse(`${year}-07-01`))) / 1e6,
        unit,
        source: 'DESNZ',
        year,
        scope: category === 'gas' ? '1' : '2',
        validFrom: `${year}-01-01`,
      })),
    );
    const hourly = [...readCarbonIntensity()].filter(isHourly).map(([atMs, intensity]) => ({
      name: 'Carbon intensity',
      category: 'electricity',
      value: Number(intensity),
      unit,
      source: 'Measured',
      year: 2019,
      region: HOURLY_REGION,
      scope: '2',
      validFrom: new Date(atMs).toISOString(),
      validTo: new Date(atMs + HOUR_MS).toISOString(),
    }));
    return {
      factors: [
        ...yearly.map((factor) => ({ ...factor, region: 'GB', validTo: `${factor.year}-12-31` })),
        ...yearly.map((factor) => ({ ...factor, region: HOURLY_REGION, validTo: null })),
        ...hourly,
      ],
    };
  }

  const isHourly = ([atMs]: [number, string]) => HOURLY_MONTHS.has(calendar.month(atMs));

  it.each([
    ['2019-03', 743],
    ['2019-10', 745],
  ])(
    'the emissions of the buildings are right for the month %s, in which the factor changes every hour',
    async (month, count) => {
      const { client } = installation;
      await client.refreshFactors();
      await client.configure({ carbon: { region: HOURLY_REGION, scope: null } });
      const intensity = new Map([...readCarbonIntensity()].filter(isHourly));
      expect([...intensity.keys()].filter((atMs) => calendar.month(atMs) === month)).toHaveLength(count);
      const publishedAt = publishedFactorOf('electricity', calendar);
      const factorAt = (atMs: number) => {
        const measured = intensity.get(Math.floor(atMs / HOUR_MS) * HOUR_MS);
        return measured === undefined ? publishedAt(atMs) : millionths(measured);
      };
      // The range also includes the week before the month and the week after it. In these two weeks, the published
      // factor applies.
      const firstMs = Date.parse(`${month}-01`);
      const from = new Date(firstMs - 7 * DAY_MS).toISOString().slice(0, 10);
      const to = new Date(firstMs + 38 * DAY_MS).toISOString().slice(0, 10);
      for (const interval of ['hour', 'day', 'week', 'month'] as const) {
        const query = { from, to, interval, energyType: 'electricity' } as const;
        const { reported, expected } = await amounts('emissions', query, factorAt);
        expect({ query, amounts: reported }).toEqual({ query, amounts: expected });
      }
    },
  );
});

function instants(fromMs: number, toMs: number): { from: string; to: string } {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

function nextDate(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}
