import { ReadingIntakeService, RollupService } from '@app/domain/testing';
import { LocalServer } from '../factories/local-server';
import { RunningApi } from '../factories/running-api';

const HOUR_MS = 3_600_000;
const ZONE = 'Europe/London';
const FIRST_MS = Date.parse('2024-03-25T00:00Z');
const HOURS = 12 * 24;
/** A register that counts half kilowatt-hours. It is reset at hour 50, and sends nothing from hour 80 to hour 90. */
const REGISTER = { kind: 'cumulative', multiplier: 0.5, intervalSeconds: 3600 };
const RESET_HOUR = 50;
const isInGap = (hour: number) => hour > 80 && hour < 90;

const FORMULA = {
  pointCode: 'HEAT',
  energyType: 'heating',
  kind: 'formula',
  formula: [
    { pointCode: 'INTERVAL', factor: 3.5 },
    { pointCode: 'REGISTER', factor: -1 },
  ],
};
const HALF_OF_HEAT = { pointCode: 'HEAT', factor: 0.5 };

interface Explanation {
  value: number | null;
  unit: string;
  meters: {
    pointCode: string;
    share: number | null;
    formula?: { pointCode: string; factor: number; energy: number | null }[];
    readings: { timestamp: string; value: number | null }[];
    corrections: object[];
    resets: object[];
    gaps: object[];
  }[];
  factor?: { factor: number | null; energy: number | null; emissions: number | null; published: object[] }[];
  price?: { price: number | null; energy: number | null; cost: number | null }[];
}

type Metric = 'energy' | 'emissions' | 'cost';

const ROUTES: Record<Metric, string> = {
  energy: 'details',
  emissions: 'emissions',
  cost: 'costs',
};
const METRICS: Metric[] = ['energy', 'emissions', 'cost'];

const at = (hour: number, value: number) => ({ atMs: FIRST_MS + hour * HOUR_MS, value, quality: 0 });

/** Adds numbers with up to three decimals exactly. */
const sumOf = (values: (number | null | undefined)[]): number =>
  values.reduce<number>((sum, value) => sum + Math.round((value ?? 0) * 1000), 0) / 1000;

const factor = (name: string, value: number, validFrom: string) => ({
  name,
  category: 'electricity',
  value,
  unit: 'gCO2e/kWh',
  source: 'A publisher',
  year: 2024,
  region: 'GB',
  scope: '2',
  validFrom,
  validTo: null,
});
const FACTORS = [factor('Winter', 207.05, '2024-01-01'), factor('Spring', 193.4, '2024-03-30')];

describe('an explanation', () => {
  let api: RunningApi;
  let source: LocalServer;
  let token: string;

  beforeAll(async () => {
    source = await LocalServer.start((_, response) =>
      response.writeHead(200).end(JSON.stringify({ factors: FACTORS })),
    );
    api = await RunningApi.start({
      PLATFORM_TIMEZONE: ZONE,
      CARBON_FACTOR_URL: `http://127.0.0.1:${source.port}/factors`,
    });
    token = await api.signIn();
    const since = '2024-03-01';
    const meters = {
      register: { pointCode: 'REGISTER', ...REGISTER, since },
      interval: { pointCode: 'INTERVAL', kind: 'interval', intervalSeconds: 3600, since },
      later: { pointCode: 'LATER', kind: 'interval', intervalSeconds: 3600, since },
    };
    const areas = [
      { name: 'Site' },
      { name: 'Hall', parentIndex: 0, meters: [meters.register, meters.interval] },
      { name: 'Annex', parentIndex: 0, meters: [meters.later] },
      { name: 'Heat pump', meters: [FORMULA, { ...FORMULA, pointCode: 'HALF', formula: [HALF_OF_HEAT] }] },
    ];
    await put('/api/energy/areas', { areas });
    const periods = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:30', to: '06:00', pricePerKwh: 0.0713 }];
    await put('/api/configs', { tariffs: { electricity: { currency: 'GBP', default: 0.2537, periods } } });
    await api.call('POST', '/api/energy/carbon-factors/refresh', { token });
    await takeReadings();
  });
  afterAll(async () => {
    await api.stop();
    await source.stop();
  });

  const put = async (path: string, body: object) =>
    expect((await api.call('PUT', path, { token, body })).status).toBe(200);

  async function takeReadings(): Promise<void> {
    const intake = new ReadingIntakeService(api.database.dataSource, new RollupService());
    const hours = Array.from({ length: HOURS }, (_, hour) => hour);
    const register = hours
      .filter((hour) => !isInGap(hour))
      .map((hour) => at(hour, hour < RESET_HOUR ? 1000 + hour * 3.357 : (hour - RESET_HOUR) * 2.119));
    const interval = hours.map((hour) => at(hour, 1 + ((hour * 7919) % 6007) / 6007));
    const later = hours.slice(30).map((hour) => at(hour, ((hour * 104_729) % 9007) / 1001));
    for (const [index, readings] of [register, interval, later].entries()) {
      await intake.take(index + 1, readings);
    }
  }

  const get = async (path: string, query: object) => {
    const text = new URLSearchParams(query as Record<string, string>).toString();
    return api.call('GET', `/api/energy/${path}?${text}`, { token });
  };
  const explain = async (query: object) => {
    const { status, body } = await get('explain', query);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body as Explanation;
  };
  const figureOf = async (metric: Metric, query: object) => {
    const { body } = await get(ROUTES[metric], query);
    const [point, ...others] = body as { value: number | null; unit: string }[];
    expect(others).toEqual([]);
    return point;
  };

  const RANGES = [
    ['an hour before the factor changes', 'hour', '2024-03-29T23:00Z', '2024-03-30T00:00Z'],
    ['an hour in which the price changes', 'hour', '2024-03-29T22:00Z', '2024-03-29T23:00Z'],
    ['a day of 23 hours', 'day', '2024-03-31', '2024-04-01'],
    ['the day of a reset', 'day', '2024-03-27', '2024-03-28'],
    ['the day of a gap', 'day', '2024-03-28', '2024-03-29'],
    ['a day before one of the meters has readings', 'day', '2024-03-25', '2024-03-26'],
    ['a part of a month over a change of the factor', 'month', '2024-03-26T05:15Z', '2024-03-31T20:45Z'],
    ['a day without readings', 'day', '2024-03-20', '2024-03-21'],
  ] as const;

  it.each(RANGES)(
    'an explanation of %s has the same value as the other routes, and its parts add up to this value',
    async (...range) => {
      const [, interval, from, to] = range;
      for (const metric of METRICS) {
        const query = { areaId: '1', interval, from, to };
        const { value, unit, meters, factor: factors, price } = await explain({ ...query, metric });
        const expected = await figureOf(metric, query);
        expect({ metric, value, unit }).toEqual({
          metric,
          value: expected?.value,
          unit: metric === 'energy' ? 'kWh' : expected?.unit,
        });
        expect(sumOf(meters.map(({ share }) => share))).toBe(value ?? 0);
        expect({ metric, hasFactor: factors !== undefined, hasPrice: price !== undefined }).toEqual({
          metric,
          hasFactor: metric === 'emissions',
          hasPrice: metric === 'cost',
        });
        const parts = factors?.map(({ emissions }) => emissions) ?? price?.map(({ cost }) => cost);
        expect(sumOf(parts ?? [value])).toBe(value ?? 0);
      }
    },
  );

  it('an explanation of the whole site counts each meter only once', async () => {
    const range = { from: '2024-03-26', to: '2024-03-30', interval: 'month' };
    for (const metric of METRICS) {
      const { value, meters } = await explain({ ...range, metric });
      expect(value).toBe((await figureOf(metric, { ...range, areaId: '1' }))?.value);
      expect(meters.map(({ pointCode }) => pointCode).sort()).toEqual(['INTERVAL', 'LATER', 'REGISTER']);
    }
  });

  it('an explanation of a formula lists its parts with their energy and their readings', async () => {
    const range = { from: '2024-03-26', to: '2024-03-27', interval: 'day', energyType: 'heating' };
    const { value, meters } = await explain(range);
    expect(value).toBe((await figureOf('energy', { ...range, areaId: '4' }))?.value);
    expect(meters.map(({ pointCode, share }) => [pointCode, share])).toEqual([
      ['HEAT', expect.any(Number)],
      ['HALF', expect.any(Number)],
      ['INTERVAL', null],
      ['REGISTER', null],
    ]);
    const [heat, half, interval, register] = meters;
    const [ofInterval, ofRegister] = heat?.formula ?? [];
    expect(heat?.share).toBeCloseTo(3.5 * (ofInterval?.energy ?? 0) - (ofRegister?.energy ?? 0), 2);
    expect(half?.formula).toEqual([{ ...HALF_OF_HEAT, energy: heat?.share }]);
    expect([heat, half, interval, register].map((meter) => (meter?.readings.length ?? 0) > 0)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('a balance takes the query of the details', async () => {
    const { status, body } = await get('balance', { from: '2024-03-31', to: '2024-04-02', interval: 'day' });
    const points = body as { areaId: number; own: number | null; children: number; rest: number | null }[];
    expect({ status, areas: points.map(({ areaId }) => areaId) }).toEqual({
      status: 200,
      areas: [1, 1, 2, 2, 3, 3, 4, 4],
    });
    const [site] = points;
    expect(site).toMatchObject({ own: null, rest: null, children: expect.any(Number) as number });
    const day = { areaId: '1', from: '2024-03-31', to: '2024-04-01', interval: 'day' };
    expect((await figureOf('energy', day))?.value).toBe(site?.children);
    const tooLong = { from: '1024-03-31', to: '2024-04-02', interval: 'hour' };
    expect((await get('balance', tooLong)).status).toBe(400);
    expect((await get('balance', { ...tooLong, interval: 'year' })).status).toBe(400);
  });

  it.each([
    ['too many parts', Array.from({ length: 101 }, () => HALF_OF_HEAT), 'formula', 'too_many_items'],
    ['a factor that is no number', [{ ...HALF_OF_HEAT, factor: 'NaN' }], 'formula[0].factor', 'not_number'],
    ['a factor of 0', [{ ...HALF_OF_HEAT, factor: 0 }], 'formula[0].factor', 'forbidden_value'],
    ['a factor that is too large', [{ ...HALF_OF_HEAT, factor: -2e9 }], 'formula[0].factor', 'too_low'],
    ['a part without a code', [{ factor: 1 }], 'formula[0].pointCode', 'required'],
  ])('a set of areas is refused for %s', async (_what, formula, field, code) => {
    const body = { areas: [{ meters: [{ pointCode: 'F', kind: 'formula', formula }] }] };
    const { status, body: answer } = await api.call('PUT', '/api/energy/areas', { token, body });
    const details = expect.arrayContaining([
      expect.objectContaining({ path: `areas[0].meters[0].${field}`, code }),
    ]) as object[];
    expect({ status, body: answer }).toMatchObject({ status: 400, body: { details } });
  });

  it('a set of areas is refused for a factor beyond the range of a double', async () => {
    const formula = '[{"pointCode":"HEAT","factor":1e999}]';
    const body = `{"areas":[{"meters":[{"pointCode":"F","kind":"formula","formula":${formula}}]}]}`;
    const headers = { 'content-type': 'application/json' };
    const { status } = await api.call('PUT', '/api/energy/areas', { token, body, headers });
    expect(status).toBe(400);
  });

  it.each([
    ['rereads', { from: '2024-03-26', pointCodes: ['HEAT'] }],
    ['corrections', { pointCode: 'HEAT', from: '2024-03-26', kind: 'false', reason: 'Test' }],
    ['readings/import?pointCode=HEAT', 'timestamp,value\n2024-03-26T00:00Z,1\n'],
  ])('a formula has no readings, so POST %s refuses it', async (path, body) => {
    const headers: Record<string, string> = typeof body === 'string' ? { 'content-type': 'text/csv' } : {};
    const answer = await api.call('POST', `/api/energy/${path}`, { token, body, headers });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ code: 'formula_unread' }] } });
  });

  it('an explanation of emissions lists the published factors, with the energy for each', async () => {
    const range = { from: '2024-03-29', to: '2024-03-31', areaId: '2' };
    const { factor: factors = [] } = await explain({ ...range, metric: 'emissions' });
    const energy = await explain(range);
    const [winter, spring] = FACTORS.map((published) => ({ ...published, category: undefined }));
    expect(factors.map(({ factor: value, published }) => ({ value, published }))).toEqual([
      { value: 0.20705, published: [winter] },
      { value: 0.1934, published: [spring] },
    ]);
    expect(sumOf(factors.map(({ energy: part }) => part))).toBe(energy.value);
    for (const { factor: value, energy: part, emissions } of factors) {
      expect(emissions).toBeCloseTo((value ?? 0) * (part ?? 0), 2);
    }
  });

  it('an explanation of costs lists each price with the energy to which it applies', async () => {
    const range = { from: '2024-03-29', to: '2024-03-30', areaId: '2' };
    const { price: prices = [] } = await explain({ ...range, metric: 'cost' });
    expect(prices.map(({ price }) => price)).toEqual([0.0713, 0.2537]);
    expect(sumOf(prices.map(({ energy }) => energy))).toBe((await explain(range)).value);
    for (const { price, energy, cost } of prices) {
      // Costs are rounded so that they add up to the rounded total. A single cost may therefore differ by a cent.
      expect(Math.abs((cost ?? 0) - (price ?? 0) * (energy ?? 0))).toBeLessThan(0.011);
    }
  });

  it('an explanation shows the same readings, resets and gaps for each metric', async () => {
    const range = { from: '2024-03-27', to: '2024-03-29', areaId: '2' };
    const [energy, emissions, costs] = await Promise.all(
      METRICS.map(async (metric) =>
        (await explain({ ...range, metric })).meters.map((meter) => ({ ...meter, share: undefined })),
      ),
    );
    expect(emissions).toEqual(energy);
    expect(costs).toEqual(energy);
    const register = energy?.find(({ pointCode }) => pointCode === 'REGISTER');
    expect(register?.resets).toHaveLength(1);
    expect(register?.gaps).toHaveLength(1);
    expect(register?.readings.length).toBeGreaterThan(30);
  });

  it('figures and explanations follow corrections of readings at once, and their deletion restores them', async () => {
    const day = { from: '2024-03-26', to: '2024-03-27', interval: 'day' };
    const correct = async (correction: object) => {
      const body = { pointCode: 'INTERVAL', reason: 'A test of the meter', ...correction };
      const { status, body: created } = await api.call('POST', '/api/energy/corrections', { token, body });
      expect({ status, created }).toMatchObject({ status: 201, created: body });
      return created as { id: number };
    };
    const figures = async () =>
      Promise.all([
        ...METRICS.map((metric) => explain({ ...day, areaId: '2', metric })),
        figureOf('energy', { ...day, areaId: '4', energyType: 'heating' }),
        get('stats', { ...day, period: 'custom', areaId: '2' }).then(({ body }) => body),
      ]);
    const before = await figures();
    const [from, to, inside] = ['2024-03-26T03:00:00.000Z', '2024-03-26T06:00:00.000Z', at(28, 0).atMs];
    const stretch = await correct({ kind: 'false', from, to });
    const value = await correct({ kind: 'value', from: new Date(inside).toISOString(), value: 2.5 });
    const [energy, , costs, heat] = await figures();
    const readingsOf = ({ meters }: Explanation) =>
      meters.find(({ readings }) => readings.length > 0)?.readings ?? [];
    const inStretch = (one: Explanation) =>
      readingsOf({ ...one, meters: one.meters.filter(({ pointCode }) => pointCode === 'INTERVAL') }).filter(
        ({ timestamp }) => timestamp >= from && timestamp < to,
      );
    expect(inStretch(energy as Explanation).map(({ value: read }) => read)).toEqual([2.5]);
    const lost = sumOf(inStretch(before[0] as Explanation).map(({ value: read }) => read)) - 2.5;
    expect((energy as Explanation).value).toBeCloseTo(((before[0] as Explanation).value ?? 0) - lost, 2);
    expect((heat as { value: number }).value).not.toBe((before[3] as { value: number }).value);
    const { body: listed } = await api.call('GET', '/api/energy/corrections?pointCode=INTERVAL', { token });
    expect(listed).toMatchObject([value, { ...stretch, to }]);
    const explained = (costs as Explanation).meters.find(({ pointCode }) => pointCode === 'INTERVAL');
    expect(explained?.corrections).toEqual((listed as object[]).toReversed());
    for (const { id } of [stretch, value]) {
      const deletion = await api.call('DELETE', `/api/energy/corrections/${id}`, { token });
      expect(deletion).toMatchObject({ status: 200, body: { success: true } });
    }
    expect(await figures()).toEqual(before);
    const actions = (await api.call('GET', '/api/system/audit?limit=4', { token })).body as {
      action: string;
    }[];
    expect(actions.map(({ action }) => action)).toEqual([
      'reading_correction.removed',
      'reading_correction.removed',
      'reading_correction.created',
      'reading_correction.created',
    ]);
    expect((await api.call('GET', '/api/energy/corrections?pointCode=X', { token })).status).toBe(404);
  });

  it('an explanation has no value if a part of the energy has no emission factor, and lists this part', async () => {
    const range = { from: '2024-03-27', to: '2024-03-28', areaId: '2', metric: 'emissions' };
    await put('/api/configs', { carbon: { region: 'DE', scope: null } });
    const { value, meters, factor: factors } = await explain(range);
    await put('/api/configs', { carbon: { region: 'GB', scope: null } });
    expect([value, ...meters.map(({ share }) => share)]).toEqual([null, null, null]);
    expect(factors).toEqual([
      { factor: null, energy: expect.any(Number) as number, emissions: null, published: [] },
    ]);
    expect((await explain(range)).value).toEqual(expect.any(Number));
  });

  it.each([
    ['an unknown metric', { metric: 'price' }, 400],
    ['an empty range', { to: '2024-03-27' }, 400],
    ['an unknown area', { areaId: '99' }, 404],
  ])('an explanation is refused for %s', async (_what, query, status) => {
    const answer = await get('explain', { from: '2024-03-27', to: '2024-03-28', ...query });
    expect(answer).toMatchObject({ status, body: { error: expect.any(String) as string } });
  });
});
