// Runs on both profiles: sums are computed in SQL.
import { ReadingIntakeService, RollupService } from '@app/domain/testing';
import { RunningApi } from '../factories/running-api';

const HOUR_MS = 3_600_000;
const FIRST_MS = Date.parse('2024-03-25T00:00Z');
/** Two weeks around the change of the clocks on 31 March. */
const HOURS = 14 * 24;
/** The annex has no readings before this hour, and none in one later hour. */
const ANNEX_BEGINS = 48;
const ANNEX_GAP = 100;

const hallKwh = (hour: number) => hour + 1;
const annexKwh = (hour: number) => (hour < ANNEX_BEGINS || hour === ANNEX_GAP ? null : 1000.5 - hour);

interface Detail {
  timestamp: string;
  value: number | null;
  coverage: number;
}

type HeatMap = Record<'days', string[]> & Record<'hours', (number | null)[][]>;
type Query = Record<string, string>;

const meter = (pointCode: string) => ({
  pointCode,
  kind: 'interval',
  intervalSeconds: 3600,
  since: '2024-01-01',
});

const part = (pointCode: string) => ({ pointCode, factor: 1 });

const valuesOf = ({ hours }: HeatMap) => hours.flat().filter((value) => value !== null);

describe('energy profiles', () => {
  let api: RunningApi;
  let admin: string;
  let viewer: string;

  beforeAll(async () => {
    api = await RunningApi.start({ PLATFORM_TIMEZONE: 'Europe/London' });
    admin = await api.signIn();
    viewer = (await api.signInAs('viewer')).token;
    const areas = [
      { name: 'Site' },
      { name: 'Hall', parentIndex: 0, meters: [meter('HALL')] },
      { name: 'Annex', parentIndex: 0, meters: [meter('ANNEX')] },
      { name: 'Garden' },
      {
        name: 'Formula',
        meters: [{ pointCode: 'SUM', kind: 'formula', formula: [part('HALL'), part('ANNEX')] }],
      },
    ];
    await api.call('PUT', '/api/energy/areas', { token: admin, body: { areas } });
    const intake = new ReadingIntakeService(api.database.dataSource, new RollupService());
    for (const [id, energyOf] of [
      [1, hallKwh],
      [2, annexKwh],
    ] as const) {
      const readings = Array.from({ length: HOURS }, (_, hour) => {
        const value = energyOf(hour);
        return value === null ? [] : [{ atMs: FIRST_MS + hour * HOUR_MS, value, quality: 0 }];
      });
      await intake.take(id, readings.flat());
    }
  });
  afterAll(() => api.stop());
  afterEach(() => inZone('Europe/London'));

  const inZone = async (timezone: string) =>
    expect((await api.call('PUT', '/api/configs', { token: admin, body: { timezone } })).status).toBe(200);
  const call = (route: string, query: Query) => {
    const search = new URLSearchParams({ areaId: '1', from: '2024-03-25', to: '2024-04-08', ...query });
    return api.call('GET', `/api/energy/${route}?${search.toString()}`, { token: viewer });
  };
  const read = async <Answer>(route: string, query: Query = {}) => {
    const { status, body } = await call(route, query);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body as Answer;
  };

  it.each(['Europe/London', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'])(
    'a heat map has the energies of the complete hours of `/energy/details` in %s',
    async (zone) => {
      await inZone(zone);
      const details = await read<Detail[]>('details', { interval: 'hour' });
      const complete = details.filter(({ coverage }) => coverage === 1).map(({ value }) => value);
      expect(complete.length).toBeGreaterThan(HOURS - ANNEX_BEGINS - 24);
      const heatMap = await read<HeatMap>('heat-map');
      expect(heatMap.days).toHaveLength(14);
      expect(valuesOf(heatMap)).toEqual(complete);
    },
  );

  it.each(['heat-map', 'duration-curve', 'typical-days'])(
    'an area whose meter is the sum of others has the same %s as their area',
    async (route) => {
      const expected = await read<object>(route);
      expect(await read<object>(route, { areaId: '5' })).toEqual(expected);
    },
  );

  it('a heat map has no energy where the clocks skip an hour, and where a meter has no data', async () => {
    const { days, hours } = await read<HeatMap>('heat-map', { from: '2024-03-26', to: '2024-04-01' });
    expect(days.at(-1)).toBe('2024-03-31');
    expect(hours.map((day) => day.length)).toEqual(Array(6).fill(24));
    expect(hours[0]).toEqual(Array(24).fill(null));
    expect(hours[1]).toEqual(Array(24).fill(1001.5));
    const missing = hours
      .slice(1)
      .flatMap((day, index) =>
        day.flatMap((value, hour) => (value === null ? [`${days[index + 1]} ${hour}`] : [])),
      );
    expect(missing).toEqual(['2024-03-29 4', '2024-03-31 1']);
  });

  it('a duration curve has the highest and the lowest power, and as many points as requested', async () => {
    const hall = { areaId: '2' };
    // The last hour of the readings is after the end of the range, because of the change of the clocks.
    const highest = HOURS - 1;
    const curve = await read<object[]>('duration-curve', hall);
    expect(curve).toHaveLength(101);
    expect(curve[0]).toEqual({ sharePercent: 0, kw: highest });
    expect(curve[100]).toEqual({ sharePercent: 100, kw: 1 });
    expect(await read('duration-curve', { ...hall, points: '3' })).toEqual([
      { sharePercent: 0, kw: highest },
      { sharePercent: 50, kw: (highest + 1) / 2 },
      { sharePercent: 100, kw: 1 },
    ]);
  });

  it('a typical day has the mean of each hour over all days with the same weekday', async () => {
    const days = await read<{ weekday: number; hours: number[] }[]>('typical-days', { areaId: '2' });
    expect(days.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    // In the second week, local hours begin an hour earlier.
    expect(days[0]?.hours.slice(0, 2)).toEqual([(1 + 168) / 2, (2 + 169) / 2]);
    // The clocks skip this hour on the first of the two Sundays.
    expect(days[6]?.hours[1]).toBe(hallKwh(13 * 24));
  });

  it.each([
    ['an area without meters', { areaId: '4' }],
    ['an energy type without meters', { energyType: 'gas' }],
    ['a range without data', { from: '2023-03-25', to: '2023-04-08' }],
  ])('profiles have no figures for %s', async (_, query: Query) => {
    const heatMap = await read<HeatMap>('heat-map', query);
    expect([heatMap.days.length, valuesOf(heatMap)]).toEqual([14, []]);
    expect(await read('duration-curve', query)).toEqual([]);
    const days = await read<{ hours: null[] }[]>('typical-days', query);
    expect(days.map(({ hours }) => hours)).toEqual(Array(7).fill(Array(24).fill(null)));
  });

  it.each(['heat-map', 'duration-curve', 'typical-days'])(
    'the route %s accepts a year, and refuses longer or invalid ranges and unknown areas',
    async (route) => {
      expect((await call(route, { from: '2024-01-01', to: '2025-01-01' })).status).toBe(200);
      expect(await call(route, { from: '2023-01-01', to: '2025-01-01' })).toMatchObject({
        status: 400,
        body: {
          details: [{ path: 'to', code: 'range_too_long', values: { most: 10_000, interval: 'hour' } }],
        },
      });
      expect((await call(route, { from: '2024-01-01', to: '2024-01-01' })).status).toBe(400);
      expect((await call(route, { areaId: '' })).status).toBe(400);
      expect((await call(route, { areaId: '99' })).status).toBe(404);
    },
  );

  it.each(['1', '1002', '2.5'])('a duration curve refuses %s points', async (points) => {
    expect(await call('duration-curve', { points })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'points' }] },
    });
  });
});
