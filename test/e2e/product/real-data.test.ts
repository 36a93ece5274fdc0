// Runs in the full check only: it replays years of measurements.
import { LocalServer } from '../../factories/local-server';
import { Installation } from './installation';
import { HOUR_MS, millionths, wholeMwh } from './measured-energy';
import type { DetailsQuery, EnergyPoint, Meter, RatedPoint } from './product-client';
import {
  calendarOf,
  describeWithData,
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

jest.setTimeout(150_000);

const DAY_MS = 24 * HOUR_MS;
/** Returns the reported energy of one area in the form of the expected values. */
function sumsOf(points: readonly EnergyPoint[], areaId: number): Pick<Sum, 'fromMs' | 'mwh'>[] {
  return points
    .filter((point) => point.areaId === areaId)
    .map(({ timestamp, value }) => ({ fromMs: Date.parse(timestamp), mwh: wholeMwh(value) }));
}

const withoutCount = (sums: readonly Sum[]) => sums.map(({ fromMs, mwh }) => ({ fromMs, mwh }));

const ENERGY_TYPES = ['electricity', 'gas'] as const;

/** Creates areas in this order, and waits for their history. In a new installation, their ids begin at 1. */
async function takeIn(
  installation: Installation,
  areas: { name: string; meters: (Partial<Meter> & { pointCode: string })[] }[],
): Promise<void> {
  const { client } = installation;
  await client.putAreas(areas);
  await installation.waitFor(() => client.hasAllHistory(), {
    timeoutMs: 120_000,
    what: 'the whole of the history',
  });
}

describeWithData('university buildings, hourly over three years (skipped without TEST_DATA_DIR)', () => {
  /**
   * Some of the published buildings by energy type. Among them are the smallest and the largest one, and those with the
   * longest times without energy. The area ids 1, 2 and so on follow the order of the buildings with electricity.
   */
  const buildings: Record<string, string[]> = {
    electricity: ['b0', 'b2', 'b33', 'b40', 'b59'],
    gas: ['b0', 'b40', 'b59'],
  };
  const range = { from: '2018-01-01', to: '2021-01-01' };
  const calendar = calendarOf('Europe/London');
  const measurements: Record<string, Measurements> = {};
  let installation: Installation;
  let factorSource: LocalServer;

  beforeAll(async () => {
    for (const [energyType, columns] of Object.entries(buildings)) {
      const file = energyType === 'gas' ? FILES.gas : FILES.electricity;
      measurements[energyType] = readMeasurements(file, columns, 1_000_000n);
    }
    // Computing the factors takes seconds on a busy machine, which is longer than the product waits for them.
    const factors = JSON.stringify(hourlyFactors());
    factorSource = await LocalServer.start((_, response) => response.end(factors));
    const { electricity, gas } = FILES;
    installation = await Installation.start({
      gatewayArgs: [
        '--no-building',
        ...Object.entries({ electricity, gas }).flatMap(([energyType, file]) => [
          '--replay',
          file,
          '--replay-prefix',
          `${energyType}.`,
        ]),
      ],
      environment: {
        PLATFORM_TIMEZONE: 'Europe/London',
        CARBON_FACTOR_URL: `http://127.0.0.1:${factorSource.port}/factors`,
        READING_RETENTION_DAYS: 36_500,
        // A long time limit: requests compute three years of hourly prices while the machine also runs other tests.
        LIMIT_REQUEST_MS: 60_000,
      },
    });
    await takeIn(
      installation,
      (buildings.electricity ?? []).map((building) => ({
        name: `Building ${building}`,
        meters: ENERGY_TYPES.filter((energyType) => buildings[energyType]?.includes(building)).map(
          (energyType) => ({
            pointCode: `${energyType}.${building}`,
            energyType,
            kind: 'interval',
            intervalSeconds: 3600,
            since: '2018-01-01',
          }),
        ),
      })),
    );
  });
  afterAll(async () => {
    await installation.stop();
    await factorSource.stop();
  });

  /** Returns the buildings with this energy type, with their areas and measurements. */
  const measuredOf = (energyType: string): { building: string; areaId: number; measured: Measurement[] }[] =>
    [...(measurements[energyType] ?? [])].map(([building, measured]) => ({
      building,
      areaId: 1 + (buildings.electricity ?? []).indexOf(building),
      measured,
    }));

  /** Gets a figure of all areas, without the areas that have no meter of this type. */
  async function pointsOf<T extends EnergyPoint | RatedPoint>(
    figure: 'details' | 'costs' | 'emissions',
    query: Omit<DetailsQuery, 'from' | 'to'> & Partial<DetailsQuery>,
  ): Promise<T[]> {
    const { client } = installation;
    const whole = { ...range, ...query };
    const points = await (figure === 'details' ? client.details(whole) : client.rated(figure, whole));
    const areaIds = new Set(measuredOf(query.energyType ?? 'electricity').map(({ areaId }) => areaId));
    expect(points.filter(({ areaId, value }) => !areaIds.has(areaId) && value !== null)).toEqual([]);
    return points.filter(({ areaId }) => areaIds.has(areaId)) as T[];
  }

  const details = (query: Parameters<typeof pointsOf>[1]) => pointsOf<EnergyPoint>('details', query);

  function expectToAgree(
    energyType: string,
    points: readonly EnergyPoint[],
    interval: 'day' | 'week' | 'month',
  ) {
    for (const { building, areaId, measured } of measuredOf(energyType)) {
      const expected = withoutCount(sumBy(measured, calendar[interval]));
      expect({ building, sums: sumsOf(points, areaId) }).toEqual({ building, sums: expected });
    }
    expect(points.filter(({ estimated }) => estimated)).toEqual([]);
  }

  describe.each(ENERGY_TYPES)('the published %s', (energyType) => {
    it.each([
      ['day', 1096],
      ['month', 36],
    ] as const)('the published energy is reported per %s', async (interval, count) => {
      const points = await details({ interval, energyType });
      expect(points).toHaveLength(measuredOf(energyType).length * count);
      expectToAgree(energyType, points, interval);
      expect(points.filter(({ coverage }) => coverage !== 1)).toEqual([]);
    });

    it('the published energy is reported per week from Monday', async () => {
      const points = await details({ interval: 'week', energyType });
      expectToAgree(energyType, points, 'week');
      // The range ends on Friday at 00:00, so the last week has only four of seven days.
      const partly = points.filter(({ coverage }) => coverage !== 1);
      expect(partly).toHaveLength(measuredOf(energyType).length);
      for (const { timestamp, coverage } of partly) {
        expect([timestamp, coverage]).toEqual(['2020-12-28T00:00:00.000Z', 0.571428]);
      }
    });

    it.each([
      ['2018-03-25', 23],
      ['2018-10-28', 25],
      ['2019-03-31', 23],
      ['2019-10-27', 25],
      ['2020-03-29', 23],
      ['2020-10-25', 25],
    ])('the published energy is reported per hour around %s, a day with %d hours', async (date, count) => {
      const noonMs = Date.parse(`${date}T12:00:00Z`);
      const [fromMs, toMs] = [noonMs - 7 * DAY_MS, noonMs + 7 * DAY_MS];
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
      ['a year', '2019-01-01', '2020-01-01', 8760],
      ['a year with 366 days', '2020-01-01', '2021-01-01', 8784],
      ['a month with 745 hours', '2018-10-01', '2018-11-01', 745],
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
  const tariffs: [string, Tariff[]][] = [
    ['by time of use', [{ currency: 'GBP', default: 0.1432, periods: [{ ...night, pricePerKwh: 0.0875 }] }]],
    [
      'that changes within hours and with a new tariff',
      [
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
      ],
    ],
  ];

  const RATED = new Set(['b0', 'b40', 'b59']);

  /** Hours are compared only around days of 25 and 23 hours. */
  const EVERY_INTERVAL: DetailsQuery[] = [
    { from: '2019-10-20', to: '2019-11-03', interval: 'hour' },
    { from: '2020-03-22', to: '2020-04-05', interval: 'hour' },
    { ...range, interval: 'day' },
    { ...range, interval: 'week' },
    { ...range, interval: 'month' },
  ];

  describe.each(tariffs)('the costs of a price %s', (_, given) => {
    const priceAt = priceOf(given, calendar);

    beforeAll(() =>
      installation.client.configure({
        tariffs: Object.fromEntries(Object.keys(buildings).map((energyType) => [energyType, given])),
      }),
    );

    it.each(ENERGY_TYPES)(
      'costs of %s per hour, day, week and month equal the measured energy times the price',
      async (energyType) => {
        for (const query of EVERY_INTERVAL) {
          const { reported, expected } = await amounts('costs', { ...query, energyType }, priceAt);
          expect({ query, amounts: reported }).toEqual({ query, amounts: expected });
        }
      },
    );
  });

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
   * Returns the costs or emissions of some buildings, both as reported by the product and as expected: the measured
   * energy times the rate.
   */
  async function amounts(
    figure: 'costs' | 'emissions',
    query: DetailsQuery & { energyType: string },
    rateAt: (atMs: number) => bigint,
  ) {
    const points = await pointsOf<RatedPoint>(figure, query);
    // Compare only three buildings, because the exact arithmetic for all thirteen would block this process for seconds.
    const meters = measuredOf(query.energyType).filter(({ building }) => RATED.has(building));
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
    const yearly = Object.keys(buildings).flatMap((category) =>
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

describeWithData(
  'a house, every ten minutes, in a zone with a half-hour offset (skipped without TEST_DATA_DIR)',
  () => {
    const lengthMs = 600_000;
    /** One meter stamps its intervals at their starts, the other one at their ends. */
    const meters = [
      { column: 'Appliances', stampedAt: 'start' as const, beginsMs: 0 },
      { column: 'lights', stampedAt: 'end' as const, beginsMs: -lengthMs },
    ];
    const columns = meters.map(({ column }) => column);
    const calendar = calendarOf('Asia/Kolkata');
    let measured: Measurement[][];
    let installation: Installation;

    beforeAll(async () => {
      const measurements = readMeasurements(FILES.house, columns, 1000n);
      measured = meters.map(({ column, beginsMs }) =>
        (measurements.get(column) ?? []).map(({ atMs, mwh }) => ({ atMs: atMs + beginsMs, mwh })),
      );
      installation = await Installation.start({
        gatewayArgs: ['--replay', FILES.house, '--no-building'],
        environment: { PLATFORM_TIMEZONE: 'Asia/Kolkata', READING_RETENTION_DAYS: 36_500 },
      });
      await takeIn(
        installation,
        meters.map(({ column, stampedAt }) => ({
          name: column,
          meters: [
            {
              pointCode: column,
              kind: 'interval',
              intervalSeconds: lengthMs / 1000,
              multiplier: 0.001,
              since: '2016-01-11',
              stampedAt,
            },
          ],
        })),
      );
    });
    afterAll(() => installation.stop());

    it.each(['hour', 'day', 'week', 'month'] as const)(
      'a house has the published energy by %s',
      async (interval) => {
        const points = (
          await installation.client.details({ from: '2016-01-11', to: '2016-05-28', interval })
        ).filter(({ value }) => value !== null);
        for (const [index, ofMeter] of measured.entries()) {
          const expected = withoutCount(sumBy(ofMeter, calendar[interval]));
          const sums = sumsOf(points, index + 1);
          expect(sums.map(({ mwh }) => mwh)).toEqual(expected.map(({ mwh }) => mwh));
          // The first bucket begins before the measurements, so its start is not compared.
          expect(sums.slice(1)).toEqual(expected.slice(1));
        }
        expect(points.filter(({ estimated }) => estimated)).toEqual([]);
      },
    );

    it('a house has the average and the peak of its local hours, which begin at half past the hour in UTC', async () => {
      const [from, to] = ['2016-03-01', '2016-04-01'];
      for (const [index, ofMeter] of measured.entries()) {
        const hours = sumBy(ofMeter, calendar.hour);
        const inRange = hours.filter(({ fromMs }) => calendar.month(fromMs) === '2016-03');
        const startMs = inRange[0]?.fromMs ?? 0;
        const beforeMs = startMs - inRange.length * HOUR_MS;
        const before = hours.filter(({ fromMs }) => fromMs >= beforeMs && fromMs < startMs);
        expect([inRange.length, before.length]).toEqual([744, 744]);
        const query = { areaId: index + 1, period: 'custom', from, to } as const;
        expect(await installation.client.stats(query)).toEqual(statsOf(inRange, before));
      }
    });
  },
);

function instants(fromMs: number, toMs: number): { from: string; to: string } {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

function nextDate(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}
