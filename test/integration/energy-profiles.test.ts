// Runs on both profiles: sums are computed in SQL.
import { ReadingEvidenceService, ReadingIntakeService, RollupService } from '@app/domain/testing';
import { MeterEntity } from '@app/entities';
import { SystemClock } from '@app/kernel';
import { periodFigures } from '../factories/period-figures';
import { RunningApi } from '../factories/running-api';
import { testEnvironment } from '../harness';

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

interface Demand {
  timestamp: string;
  peakKw: number | null;
  peakTime: string | null;
  loadFactor: number | null;
  coverage: number;
  reactiveKvarh: null;
  powerFactor: null;
}

const WITHOUT_REACTIVE = { reactiveKvarh: null, powerFactor: null };

/** The demand of one day of March 2024. */
const demandOf = (
  day: number,
  peakKw: number,
  time: string,
  loadFactor: number,
  coverage: number,
): Demand => ({
  timestamp: `2024-03-${day}T00:00:00.000Z`,
  peakKw,
  peakTime: `2024-03-${day}T${time}:00.000Z`,
  loadFactor,
  coverage,
  ...WITHOUT_REACTIVE,
});
const NO_DEMAND = { peakKw: null, peakTime: null, loadFactor: null, coverage: 0, ...WITHOUT_REACTIVE };

/** The register of the pump is read every five minutes for two days, except in one hour. */
function pumpReadings() {
  let value = 0;
  return Array.from({ length: 2 * 288 }, (_, step) => {
    const reading = { atMs: FIRST_MS + step * 300_000, value, quality: 0 };
    // From 10:10 to 10:25 on the first day, each step has 5 kWh.
    value += step >= 122 && step < 125 ? 5 : 1;
    return reading;
  }).filter((_, step) => step <= 432 || step >= 444);
}

const fanReadings = () =>
  Array.from({ length: 2 * 96 }, (_, quarter) => ({
    atMs: FIRST_MS + quarter * 900_000,
    value: 2,
    quality: 0,
  }));

const YARD_FETCHED_HOURS = 6;

/** The register of the yard is read every quarter of an hour, and then only once more, on the next day. */
const yardReadings = () =>
  [...Array(4 * YARD_FETCHED_HOURS + 1).keys(), 4 * 24 + 2].map((quarter) => ({
    atMs: FIRST_MS + quarter * 900_000,
    value: quarter,
    quality: 0,
  }));

const meter = (pointCode: string, intervalSeconds = 3600) => ({
  pointCode,
  kind: 'interval',
  intervalSeconds,
  since: '2024-01-01',
});

const part = (pointCode: string, factor = 1) => ({ pointCode, factor });

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
      { name: 'Garden', meters: [{ ...meter('POND'), energyType: 'water' }] },
      {
        name: 'Formula',
        meters: [{ pointCode: 'SUM', kind: 'formula', formula: [part('HALL'), part('ANNEX')] }],
      },
      { name: 'Plant', meters: [{ ...meter('PUMP'), kind: 'cumulative' }, meter('FAN', 900)] },
      {
        name: 'Half',
        meters: [{ pointCode: 'HALF', kind: 'formula', formula: [part('PUMP'), part('FAN', 0.5)] }],
      },
      { name: 'Many', meters: Array.from({ length: 101 }, (_, index) => meter(`MANY${index}`)) },
      { name: 'Yard', meters: [{ ...meter('YARD', 900), kind: 'cumulative' }] },
      { name: 'Both yards', meters: [{ pointCode: 'YARDS', kind: 'formula', formula: [part('YARD', 2)] }] },
      { name: 'Kitchen', meters: [{ ...meter('TAP'), energyType: 'water' }] },
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
    await intake.take(await idOf('PUMP'), pumpReadings());
    await intake.take(await idOf('FAN'), fanReadings());
    await intake.take(await idOf('YARD'), yardReadings());
    await intake.take(await idOf('POND'), [{ atMs: FIRST_MS, value: 3, quality: 0 }]);
    await intake.take(await idOf('TAP'), [{ atMs: FIRST_MS, value: 4, quality: 0 }]);
    await manager().query('UPDATE meter SET backfilled_to = live_from');
  });
  afterAll(() => api.stop());
  afterEach(() => inZone('Europe/London'));

  const manager = () => api.database.dataSource.manager;
  const idOf = async (pointCode: string) => (await manager().findOneByOrFail(MeterEntity, { pointCode })).id;
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

  const demand = (query: Query = {}) =>
    read<Demand[]>('demand', { areaId: '6', to: '2024-03-27', interval: 'day', ...query });
  const refusalOf = async (query: Query) => {
    const { status, body } = await call('demand', { interval: 'day', ...query });
    return { status, paths: (body as { details?: { path: string }[] }).details?.map(({ path }) => path) };
  };

  it.each(['Asia/Kolkata', 'Australia/Lord_Howe'])(
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

  it('an area whose meter is the sum of others has the same heat map as their area', async () => {
    const expected = await read<HeatMap>('heat-map');
    expect(await read<HeatMap>('heat-map', { areaId: '5' })).toEqual(expected);
  });

  it('a heat map without an area is that of the whole site', async () => {
    const search = new URLSearchParams({ from: '2024-03-25', to: '2024-04-08', energyType: 'water' });
    const { body } = await api.call('GET', `/api/energy/heat-map?${search.toString()}`, { token: viewer });
    expect(valuesOf(body as HeatMap)).toEqual([7]);
  });

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

  it("profiles leave out a register's step over history that is still to be fetched", async () => {
    const range = { areaId: '9', to: '2024-03-26' };
    const fetched = Array(YARD_FETCHED_HOURS).fill(4);
    await manager().update(
      MeterEntity,
      { pointCode: 'YARD' },
      { backfilledTo: new Date(FIRST_MS + YARD_FETCHED_HOURS * HOUR_MS) },
    );
    const missing = Array(24 - YARD_FETCHED_HOURS).fill(null);
    expect((await read<HeatMap>('heat-map', range)).hours).toEqual([[...fetched, ...missing]]);
    const ofFormula = await read<HeatMap>('heat-map', { ...range, areaId: '10' });
    expect(ofFormula.hours).toEqual([[...fetched.map((kwh: number) => 2 * kwh), ...missing]]);
    await manager().update(MeterEntity, { pointCode: 'YARD' }, { backfilledTo: () => 'live_from' });
    expect(valuesOf(await read<HeatMap>('heat-map', range))).toHaveLength(24);
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

  it('the demand is the highest mean power of the complete windows of an area or of a formula', async () => {
    // The mean of the first day is 20.5 kW.
    // The second day has a gap of an hour, and no reading at its end.
    const gap = demandOf(26, 20, '00:00', 1, 0.947916);
    expect(await demand()).toEqual([demandOf(25, 52, '10:15', 0.3942, 1), gap]);
    // A sliding window that cuts an interval of the fan does not count.
    expect(await demand({ sliding: 'true' })).toEqual(await demand());
    expect((await demand({ areaId: '7' }))[0]).toEqual(demandOf(25, 48, '10:15', 0.3438, 1));
    expect(await demand({ windowMinutes: '60', interval: 'month' })).toEqual([
      { ...demandOf(25, 32, '10:00', 0.633, 0), timestamp: '2024-03-01T00:00:00.000Z', coverage: 0.063257 },
    ]);
    const [year] = await demand({ from: '2024-01-01', to: '2025-01-01', interval: 'year' });
    expect(year).toMatchObject({ timestamp: '2024-01-01T00:00:00.000Z', peakKw: 52 });
    // Workflows read the same figures.
    const period = { period: 'custom', from: '2024-03-25', to: '2024-03-27' } as const;
    const clock = new SystemClock();
    const service = periodFigures(api.database.dataSource, clock, testEnvironment());
    expect(await service.figures({ metric: 'demand', areaId: 6, ...period }, clock.nowMs())).toMatchObject({
      total: null,
      peak: 52,
      peakTime: '2024-03-25T10:15:00.000Z',
      unit: 'kW',
    });
    await expect(service.figures({ metric: 'demand', ...period }, clock.nowMs())).rejects.toMatchObject({
      details: [{ path: 'areaId', code: 'required_for' }],
    });
    // A window may not cross the edges of the range.
    const part = { from: '2024-03-25T10:16:00Z', to: '2024-03-25T10:45:00Z' };
    expect((await demand(part))[0]).toMatchObject({ peakKw: 20, peakTime: '2024-03-25T10:30:00.000Z' });
  });

  it('the demand has windows that begin at full hours of the local clock', async () => {
    await inZone('Asia/Kathmandu');
    const [first] = await demand({ windowMinutes: '60' });
    expect(first).toMatchObject({ peakKw: 28, peakTime: '2024-03-25T10:15:00.000Z' });
  });

  it('the demand follows corrections, and sliding windows leave out readings that were pruned', async () => {
    const pump = { pointCode: 'PUMP', kind: 'false', reason: 'Test' };
    const range = { from: '2024-03-25T10:10:00Z', to: '2024-03-25T10:30:00Z' };
    const { body } = await api.call('POST', '/api/energy/corrections', {
      token: admin,
      body: { ...pump, ...range },
    });
    expect((await demand())[0]).toEqual(demandOf(25, 20, '00:00', 1, 0.979166));
    const { id } = body as { id: number };
    await api.call('DELETE', `/api/energy/corrections/${id}`, { token: admin });
    const [prunedFrom, prunedTo] = [new Date(FIRST_MS), new Date(FIRST_MS + 12 * HOUR_MS)];
    await manager().update(MeterEntity, { pointCode: 'PUMP' }, { prunedFrom, prunedTo });
    expect((await demand())[0]).toMatchObject({ peakKw: 52 });
    expect((await demand({ sliding: 'true' }))[0]).toEqual(demandOf(25, 20, '12:00', 1, 0.5));
    await manager().update(MeterEntity, { pointCode: 'PUMP' }, { prunedFrom: null, prunedTo: null });
  });

  it('the demand is unknown without meters, and if a meter measures in longer steps than a window', async () => {
    for (const [name, value] of [
      ['areaId', '4'],
      ['areaId', '1'],
      ['windowMinutes', '10'],
      ['energyType', 'gas'],
    ] as const) {
      expect((await demand({ [name]: value }))[0]).toMatchObject(NO_DEMAND);
    }
    const hours = { from: '2024-03-27', to: '2024-03-28', windowMinutes: '60' };
    expect(await demand({ areaId: '1', ...hours })).toEqual([demandOf(27, 1001.5, '00:00', 1, 1)]);
    expect(await demand({ areaId: '5', ...hours })).toEqual([demandOf(27, 1001.5, '00:00', 1, 1)]);
  });

  it('the demand refuses unknown windows, long ranges and too many meters or readings', async () => {
    for (const [path, value] of [
      ['windowMinutes', '20'],
      ['interval', 'week'],
      ['sliding', 'perhaps'],
      ['to', '2026-01-01'],
    ] as const) {
      expect(await refusalOf({ [path]: value })).toEqual({ status: 400, paths: [path] });
    }
    expect(await refusalOf({ areaId: '8', sliding: 'true' })).toEqual({ status: 400, paths: ['areaId'] });
    expect(await refusalOf({ areaId: '99' })).toMatchObject({ status: 404 });
    const evidence = new ReadingEvidenceService(api.database.dataSource);
    const day = { startMs: FIRST_MS, endMs: FIRST_MS + 24 * HOUR_MS };
    const ids = [await idOf('PUMP'), await idOf('FAN')];
    expect(await evidence.hasMore(ids, day, 288 + 96 - 1)).toBe(true);
    expect(await evidence.hasMore(ids, day, 288 + 96)).toBe(false);
  });
});
