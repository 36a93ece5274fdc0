// Runs on both profiles: each database has statements of its own.
import {
  AreasService,
  AuditService,
  BaselineSavingsService,
  BaselinesService,
  ConfigurationService,
  OutdoorTemperatureService,
} from '@app/domain';
import {
  type ExportPage,
  EnergyScopeService,
  EnergySumsService,
  MetersService,
  ReadingIntakeService,
  RollupService,
  SavingsExport,
} from '@app/domain/testing';
import { ExportJobEntity, MeterEntity } from '@app/entities';
import { FixedClock } from '@app/kernel';
import { periodFigures } from '../factories/period-figures';
import { RunningApi } from '../factories/running-api';
import { testEnvironment } from '../harness';

const HOUR_MS = 3_600_000;
const ZONE = 'Europe/London';
const FIRST_MS = Date.parse('2023-01-01T00:00Z');
/** The measure is complete after a year. Two more months are compared. */
const HOURS = (365 + 59) * 24;
const REPORTING_HOUR = 365 * 24;
const BASELINE = {
  name: 'Before the measure',
  areaId: 1,
  from: '2023-01-01',
  to: '2024-01-01',
  reportingFrom: '2024-01-01',
};

/** The temperature at the start of an hour. Samples are connected by lines. */
const sampleC = (hour: number) =>
  Math.round(
    100 * (10 - 9 * Math.cos((2 * Math.PI * hour) / 8760) - 3 * Math.cos((2 * Math.PI * hour) / 24)),
  ) / 100;
const meanC = (hour: number) => (sampleC(hour) + sampleC(hour + 1)) / 2;
const expectedKwh = (hour: number) => 5 + 0.8 * Math.max(0, 14 - meanC(hour));
/** One hour of January 2024 is missing, and so is its day. */
const GAP = REPORTING_HOUR + 50;
const actualKwh = (hour: number) => (hour >= REPORTING_HOUR ? 0.9 : 1) * expectedKwh(hour);

const isLeftOut = (hour: number) => Math.floor(hour / 24) === Math.floor(GAP / 24);
const hoursBetween = (from: string, to: string) => {
  const first = (Date.parse(`${from}Z`) - FIRST_MS) / HOUR_MS;
  return Array.from(
    { length: (Date.parse(`${to}Z`) - FIRST_MS) / HOUR_MS - first },
    (_, hour) => first + hour,
  );
};
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

interface Baseline {
  id: number;
  fit: {
    model: string;
    parameters: { base: number[]; heatingPerDegree: number };
    balancePointsC: { heating: number | null; cooling: number | null };
    rSquared: number;
    adjustedRSquared: number;
    observations: number;
    days: number;
  } | null;
}
interface Savings {
  points: {
    timestamp: string;
    actual: number;
    expected: number;
    cumulativeSaving: number;
    coverage: number;
  }[];
  saving: { kwh: number; percent: number; uncertaintyPercent: number } | null;
}

const detailsOf = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  details: (body as { details: { path: string; code: string }[] }).details.map(({ path, code }) => [
    path,
    code,
  ]),
});

/** An area without a meter. */
const ANNEX = { id: 2, name: 'Annex', meters: [] };
const areas = (pointCode = 'HALL') => ({
  areas: [
    {
      id: 1,
      name: 'Hall',
      meters: [{ pointCode, kind: 'interval', intervalSeconds: 3600, since: '2023-01-01' }],
    },
    ANNEX,
  ],
});

describe('baselines', () => {
  let api: RunningApi;
  let token: string;
  let viewer: string;

  const call = (method: string, path: string, body?: unknown) =>
    api.call(method, `/api/${path}`, { token, body });
  const read = async <Answer>(path: string) => {
    const { status, body } = await api.call('GET', `/api/energy/${path}`, { token: viewer });
    expect({ status, body }).toMatchObject({ status: 200 });
    return body as Answer;
  };
  const temperaturePoint = (temperaturePointCode: string | null) =>
    call('PUT', 'configs', { weather: { temperaturePointCode } });
  const meters = async () => {
    const rows = await api.database.dataSource.manager.find(MeterEntity, { order: { id: 'ASC' } });
    return rows.map(({ pointCode, energyType, removedAt }) => [pointCode, energyType, removedAt !== null]);
  };

  /** Exports the savings of all areas until `now`, with 2023 as the baseline. */
  async function savingsLines(now: Date): Promise<object[]> {
    const { dataSource } = api.database;
    const clock = new FixedClock(now.getTime());
    const audit = new AuditService(dataSource, clock);
    const configuration = new ConfigurationService(dataSource, testEnvironment(), clock, audit);
    const site = new AreasService(dataSource, configuration, clock, audit);
    const sums = new EnergySumsService(dataSource);
    const scopes = new EnergyScopeService(site, configuration, testEnvironment());
    const temperature = new OutdoorTemperatureService(
      configuration,
      new MetersService(dataSource),
      scopes,
      sums,
      clock,
    );
    const baselines = new BaselinesService(dataSource, site, configuration, audit);
    const savings = new BaselineSavingsService(baselines, scopes, sums, temperature);
    const source = new SavingsExport(site, savings, clock);
    const range = { fromAt: new Date('2023-01-01T00:00Z'), toAt: new Date('2024-01-01T00:00Z') };
    const filters = { method: 'hourlyTimeOfWeek' };
    const pages: ExportPage[] = [];
    for await (const page of source.read(Object.assign(new ExportJobEntity(), range, { filters })))
      pages.push(page);
    expect(pages).toMatchObject([
      { rows: 1, progress: 0.5 },
      { rows: 1, progress: 1 },
    ]);
    return pages.map(({ text }) => {
      const cells = text.toString().trimEnd().split(',');
      return Object.fromEntries(source.columns.map((column, index) => [column, cells[index]]));
    });
  }

  beforeAll(async () => {
    api = await RunningApi.start({ PLATFORM_TIMEZONE: ZONE });
    token = await api.signIn();
    viewer = (await api.signInAs('viewer')).token;
    await call('PUT', 'energy/areas', { areas: areas().areas.map((area) => ({ ...area, id: undefined })) });
  });
  afterAll(() => api.stop());

  it('know no temperature before its point is configured', async () => {
    const created = await call('POST', 'energy/baselines', BASELINE);
    expect(created).toMatchObject({
      status: 201,
      body: {
        id: 1,
        energyType: 'electricity',
        method: 'dailyChangePoint',
        form: null,
        from: '2023-01-01T00:00:00.000Z',
        adjustments: [],
      },
    });
    const missing = { code: 'temperature_missing' };
    expect(await read('baselines/1')).toMatchObject({
      ...BASELINE,
      from: '2023-01-01T00:00:00.000Z',
      to: '2024-01-01T00:00:00.000Z',
      reportingFrom: '2024-01-01T00:00:00.000Z',
      fit: null,
      missing,
    });
    const range = 'from=2024-01-01&to=2024-03-01&interval=month';
    expect(await read(`baselines/1/savings?${range}`)).toMatchObject({ points: [], saving: null, missing });
    expect(
      await read(`degree-days?kind=heating&baseC=15&from=2024-01-01&to=2024-02-01&interval=month`),
    ).toEqual([{ timestamp: '2024-01-01T00:00:00.000Z', value: null, baseC: 15, coverage: 0 }]);
  });

  it('read the configured point like a meter without an area', async () => {
    expect(detailsOf(await temperaturePoint('HALL'))).toEqual({
      status: 400,
      details: [['weather.temperaturePointCode', 'meter_as_temperature']],
    });
    expect((await temperaturePoint('FIRST')).status).toBe(200);
    expect((await temperaturePoint('OUTSIDE')).body).toMatchObject({
      weather: { location: null, temperaturePointCode: 'OUTSIDE' },
    });
    expect((await call('PUT', 'energy/areas', areas())).status).toBe(200);
    expect(await meters()).toEqual([
      ['HALL', 'electricity', false],
      ['FIRST', 'temperature', true],
      ['OUTSIDE', 'temperature', false],
    ]);
    expect(detailsOf(await call('PUT', 'energy/areas', areas('OUTSIDE')))).toEqual({
      status: 400,
      details: [['areas[0].meters[0].pointCode', 'temperature_as_meter']],
    });
  });

  describe('with readings', () => {
    beforeAll(async () => {
      const { manager } = api.database.dataSource;
      const intake = new ReadingIntakeService(api.database.dataSource, new RollupService());
      for (const [pointCode, valueOf, count] of [
        ['HALL', (hour: number) => (hour === GAP ? null : actualKwh(hour)), HOURS],
        ['OUTSIDE', sampleC, HOURS + 1],
      ] as const) {
        const { id } = await manager.findOneByOrFail(MeterEntity, { pointCode });
        const readings = Array.from({ length: count }, (_, hour) => ({
          atMs: FIRST_MS + hour * HOUR_MS,
          value: valueOf(hour),
          quality: 0,
        }));
        await intake.take(id, readings);
      }
    });

    it.each(['heating', 'cooling'] as const)('add up %s degree days from the hours or days', async (kind) => {
      const degrees = (c: number) => Math.max(0, kind === 'heating' ? 12 - c : c - 12);
      const query = `degree-days?kind=${kind}&baseC=12&from=2023-03-01&to=2023-05-01`;
      // The clocks change on 26 March: April begins an hour earlier in UTC.
      const march = hoursBetween('2023-03-01T00:00', '2023-03-31T23:00');
      const april = hoursBetween('2023-03-31T23:00', '2023-04-30T23:00');
      const byHours = await read<{ value: number; coverage: number }[]>(`${query}&interval=month`);
      expect(byHours.map(({ coverage }) => coverage)).toEqual([1, 1]);
      for (const [index, hours] of [march, april].entries()) {
        expect(byHours[index]?.value).toBeCloseTo(sum(hours.map((hour) => degrees(meanC(hour)))) / 24, 1);
      }
      const byDays = await read<{ value: number }[]>(`${query}&interval=day&method=dailyMean`);
      const days = Array.from({ length: 30 }, (_, day) => april.slice(day * 24, day * 24 + 24));
      expect(byDays).toHaveLength(61);
      for (const [index, hours] of days.entries()) {
        expect(byDays[31 + index]?.value).toBeCloseTo(degrees(sum(hours.map(meanC)) / 24), 2);
      }
      const refused = await call('GET', `energy/${query}&interval=hour&method=dailyMean`);
      expect(detailsOf(refused)).toEqual({ status: 400, details: [['method', 'only_by_hours']] });
    });

    it('add up the degree days of years with the base of an area, or with the default', async () => {
      const described = { id: 1, builtYear: 1998, heatingBaseC: 12.5 };
      expect(await call('PUT', 'energy/areas', { areas: [described, ANNEX] })).toMatchObject({
        status: 200,
        body: { areas: [{ ...described, coolingBaseC: null }, ANNEX] },
      });
      const query = 'degree-days?from=2023-01-01&to=2024-01-01&interval=year';
      const hours = hoursBetween('2023-01-01T00:00', '2024-01-01T00:00');
      const heatingBelow = (baseC: number) => ({
        timestamp: '2023-01-01T00:00:00.000Z',
        value: expect.closeTo(sum(hours.map((hour) => Math.max(0, baseC - meanC(hour)))) / 24, 1) as number,
        baseC,
        coverage: 1,
      });
      expect(await read(`${query}&kind=heating&areaId=1`)).toEqual([heatingBelow(12.5)]);
      expect(await read(`${query}&kind=heating&areaId=1&baseC=10`)).toEqual([heatingBelow(10)]);
      expect(await read(`${query}&kind=cooling&areaId=1`)).toMatchObject([{ baseC: 22 }]);
      await call('PUT', 'energy/areas', { areas: [{ id: 1, heatingBaseC: null }, ANNEX] });
      expect(await read(`${query}&kind=heating&areaId=1`)).toEqual([heatingBelow(15)]);
      expect(await call('GET', `energy/${query}&kind=heating&areaId=9`)).toMatchObject({ status: 404 });
      const refused = await call('GET', `energy/${query}&kind=heating`);
      expect(detailsOf(refused)).toEqual({ status: 400, details: [['baseC', 'required_without']] });
    });

    it.each([
      ['builtYear', 999],
      ['builtYear', 1998.5],
      ['heatingBaseC', 40.1],
      ['coolingBaseC', -20.1],
    ])('refuse an area with a %s of %s', async (field, value) => {
      const answer = await call('PUT', 'energy/areas', { areas: [{ id: 1, [field]: value }] });
      expect(answer).toMatchObject({ status: 400, body: { details: [{ path: `areas[0].${field}` }] } });
    });

    it.each(['dailyChangePoint', 'hourlyTimeOfWeek'])('%s finds the model and the saving', async (method) => {
      expect((await call('PUT', 'energy/baselines/1', { method })).status).toBe(200);
      const { fit } = await read<Baseline>('baselines/1');
      const perDay = method === 'dailyChangePoint' ? 24 : 1;
      expect(fit).toMatchObject({
        model: 'threeParameterHeating',
        balancePointsC: { heating: 14, cooling: null },
        observations: (365 * 24) / perDay,
        days: 365,
        rSquared: expect.closeTo(1, 3) as number,
        meetsGuideline14: true,
      });
      expect(fit?.parameters.heatingPerDegree).toBeCloseTo(0.8 * perDay, 1);
      expect(fit?.parameters.base[0]).toBeCloseTo(5 * perDay, 0);
      const { points, saving } = await read<Savings>(
        'baselines/1/savings?from=2024-01-01&to=2024-03-01&interval=month',
      );
      const months = [
        hoursBetween('2024-01-01T00:00', '2024-02-01T00:00').filter((hour) => !isLeftOut(hour)),
        hoursBetween('2024-02-01T00:00', '2024-02-29T00:00'),
      ];
      expect(points.map(({ coverage }) => coverage)).toEqual([0.967741, 0.965517]);
      for (const [index, hours] of months.entries()) {
        expect(points[index]?.actual).toBeCloseTo(sum(hours.map(actualKwh)), 2);
        expect((points[index]?.expected ?? 0) / sum(hours.map(expectedKwh))).toBeCloseTo(1, 2);
      }
      const { days } = await read<{
        days: { date: string; temperatureC: number; actual: number; expected: number }[];
      }>('baselines/1/days');
      expect(days).toHaveLength(365);
      const first = [...Array(24).keys()];
      expect(days[0]).toEqual({
        date: '2023-01-01',
        temperatureC: expect.closeTo(sum(first.map(meanC)) / 24, 1) as number,
        actual: expect.closeTo(sum(first.map(expectedKwh)), 2) as number,
        expected: expect.closeTo(sum(first.map(expectedKwh)), -1) as number,
      });
      expect(saving?.percent).toBeCloseTo(10, 0);
      expect(saving?.kwh).toBe(points[1]?.cumulativeSaving);
    });

    it('have the chosen form, or say that it does not fit', async () => {
      const invalid = await call('POST', 'energy/baselines', { ...BASELINE, form: 'sixParameter' });
      expect(invalid).toMatchObject({ status: 400, body: { details: [{ path: 'form' }] } });
      const body = { ...BASELINE, form: 'constant' };
      const created = (await call('POST', 'energy/baselines', body)).body as { id: number };
      const path = `baselines/${created.id}`;
      expect(await read(path)).toMatchObject({
        form: 'constant',
        fit: { model: 'constant', rSquared: 0, adjustedRSquared: 0, days: 365 },
        missing: null,
      });
      await call('PUT', `energy/${path}`, { form: 'threeParameterCooling' });
      expect(await read(path)).toMatchObject({
        form: 'threeParameterCooling',
        fit: null,
        missing: { code: 'baseline_of_other_form' },
      });
      expect(await read(`${path}/days`)).toMatchObject({
        days: [],
        missing: { code: 'baseline_of_other_form' },
      });
      expect((await call('PUT', `energy/${path}`, { name: 'Form stays' })).body).toMatchObject({
        form: 'threeParameterCooling',
      });
      await call('PUT', `energy/${path}`, { form: null });
      const { fit } = await read<Baseline>(path);
      expect(fit).toMatchObject({ model: 'threeParameterHeating' });
      expect(fit?.adjustedRSquared).toBeLessThanOrEqual(fit?.rSquared ?? 0);
      expect((await call('DELETE', `energy/${path}`)).status).toBe(200);
    });

    it('are exported for all areas, with the savings since', async () => {
      const lines = await savingsLines(new Date('2024-03-01T00:00Z'));
      const { fit } = await read<{ fit: { cvRmse: number } }>('baselines/1');
      const range = 'from=2024-01-01&to=2024-03-01&interval=month';
      const { points, saving } = await read<Savings>(`baselines/1/savings?${range}`);
      expect(lines).toEqual([
        {
          area_id: '1',
          area_name: 'Hall',
          energy_type: 'electricity',
          method: 'hourlyTimeOfWeek',
          days: '365',
          heating_balance_c: '14',
          cooling_balance_c: '',
          r_squared: expect.stringMatching(/^0\.99|^1$/) as string,
          cv_rmse_percent: expect.stringMatching(new RegExp(`^${fit.cvRmse}`)) as string,
          nmbe_percent: expect.stringMatching(/^-?[\d.]+$/) as string,
          meets_guideline_14: 'true',
          actual_since: String(Math.round(1000 * sum(points.map(({ actual }) => actual))) / 1000),
          saving_since: String(saving?.kwh),
          saving_percent: String(saving?.percent),
          uncertainty_percent: String(saving?.uncertaintyPercent),
          missing: '',
        },
        expect.objectContaining({
          area_name: 'Annex',
          days: '',
          missing: expect.stringMatching(/./) as string,
        }),
      ]);
      expect(await savingsLines(new Date('2024-01-01T12:00Z'))).toMatchObject([
        { days: '365', actual_since: '', saving_since: '', missing: '' },
        { area_name: 'Annex' },
      ]);
    });

    it('are read by workflows, like the budget of the area', async () => {
      const clock = new FixedClock(Date.parse('2024-03-01T00:00Z'));
      const service = periodFigures(api.database.dataSource, clock, testEnvironment());
      const january = { period: 'custom', from: '2024-01-01', to: '2024-02-01' } as const;
      const figures = (metric: 'baseline' | 'budget') =>
        service.figures({ metric, ...january, areaId: 1 }, clock.nowMs());
      const range = 'from=2024-01-01&to=2024-02-01';
      const { points, saving } = await read<Savings>(`baselines/1/savings?${range}&interval=month`);
      expect(await figures('baseline')).toMatchObject({
        total: points[0]?.expected,
        actual: points[0]?.actual,
        saving: { kwh: saving?.kwh, uncertaintyPercent: saving?.uncertaintyPercent },
        unit: 'kWh',
        coverage: 0.998655,
      });
      await expect(figures('budget')).rejects.toMatchObject({ kind: 'not_found' });
      const months = Array.from({ length: 12 }, () => 2000);
      await call('POST', 'energy/budgets', { areaId: 1, year: 2024, months });
      const total = sum(hoursBetween('2024-01-01T00:00', '2024-02-01T00:00').map(actualKwh));
      const { actual, ...budget } = await figures('budget');
      expect(budget).toMatchObject({ total: 2000, willMiss: true, unit: 'kWh' });
      expect(actual).toBeCloseTo(total - actualKwh(GAP), 2);
      // March is warmer than the weeks before it, so typical days alone would expect a fifth too much.
      const march = sum(hoursBetween('2024-03-01T00:00', '2024-04-01T00:00').map(actualKwh));
      const { forecast } = await service.figures(
        { metric: 'budget', period: 'custom', from: '2024-03-01', to: '2024-04-01', areaId: 1 },
        clock.nowMs(),
      );
      expect(Math.abs((forecast ?? 0) / march - 1)).toBeLessThan(0.05);
    });

    it('add adjustments to the expected energy', async () => {
      const january = 'baselines/1/savings?from=2024-01-01&to=2024-02-01&interval=month';
      const before = await read<Savings>(january);
      const adjustments = [{ from: '2024-01-05', to: '2024-01-15', kwhPerDay: 24.5, note: 'A trade fair' }];
      expect((await call('PUT', 'energy/baselines/1', { adjustments })).body).toMatchObject({
        adjustments: [{ from: '2024-01-05T00:00:00.000Z', note: 'A trade fair' }],
      });
      const after = await read<Savings>(january);
      expect((after.saving?.kwh ?? 0) - (before.saving?.kwh ?? 0)).toBeCloseTo(245, 3);
    });

    it('show a consumption above their band as a loss', async () => {
      const adjustments = [{ from: '2024-02-10', to: '2024-03-01', kwhPerDay: -100, note: 'A tenant left' }];
      await call('PUT', 'energy/baselines/1', { method: 'dailyChangePoint', adjustments });
      const test = async (from: string, to: string) => {
        const body = { rule: 'outside_band', areaId: 1, from, to };
        const answer = await call('POST', 'loss-rules/test', body);
        return answer.body as { date: string; outcome: string; kwhPerMonth: number | null }[];
      };
      const days = await test('2024-02-08', '2024-02-20');
      // Five of the seven days before must be above.
      const losing = days.flatMap(({ date, outcome }) => (outcome === 'loss' ? [date] : []));
      expect(losing).toEqual(['15', '16', '17', '18', '19'].map((day) => `2024-02-${day}`));
      const range = 'from=2024-02-12&to=2024-02-19';
      const { points } = await read<Savings>(`baselines/1/savings?${range}&interval=day`);
      const excess = sum(points.map(({ actual, expected }) => actual - expected)) / 7;
      expect(days.at(-1)?.kwhPerMonth).toBeCloseTo((excess * 365.25) / 12, 1);
      expect((await test('2024-01-05', '2024-01-06'))[0]).toMatchObject({
        outcome: 'cannot_judge',
        reason: { code: 'loss_days_missing' },
      });
    });

    it('refuse ranges and settings that cannot be computed', async () => {
      const areaIds = await call('POST', 'energy/baselines', {
        ...BASELINE,
        areaId: 9,
        from: '2024-01-01',
        reportingFrom: '2023-12-31',
        adjustments: [{ from: '2024-01-02', to: '2024-01-01', kwhPerDay: 1, note: 'Reversed' }],
      });
      expect(detailsOf(areaIds)).toEqual({
        status: 400,
        details: [
          ['areaId', 'unknown_record'],
          ['from', 'not_before'],
          ['reportingFrom', 'before_other'],
          ['adjustments[0].from', 'not_before'],
        ],
      });
      const early = await call(
        'GET',
        'energy/baselines/1/savings?from=2023-12-01&to=2024-02-01&interval=day',
      );
      expect(detailsOf(early)).toEqual({ status: 400, details: [['from', 'before_other']] });
      await call('PUT', 'energy/baselines/1', { method: 'monthlyDegreeDays', to: '2023-12-01' });
      const days = await call('GET', 'energy/baselines/1/savings?from=2024-01-01&to=2024-02-01&interval=day');
      expect(detailsOf(days)).toEqual({ status: 400, details: [['interval', 'only_months']] });
      expect(await read('baselines/1')).toMatchObject({ fit: { observations: 11 }, missing: null });
      await call('PUT', 'energy/baselines/1', { to: '2023-09-01' });
      expect(await read('baselines/1')).toMatchObject({
        fit: null,
        missing: { code: 'baseline_too_short', values: { days: 243, least: 270 } },
      });
    });

    it('are deleted on request and with their area, and all changes are audited', async () => {
      const { id } = (await call('POST', 'energy/baselines', BASELINE)).body as { id: number };
      expect((await call('DELETE', `energy/baselines/${id}`)).status).toBe(200);
      expect(await read('baselines')).toMatchObject([{ id: 1 }]);
      const { body } = await call('GET', 'system/audit?limit=200');
      const actions = (body as { action: string }[]).map(({ action }) => action);
      for (const action of ['created', 'changed', 'removed']) expect(actions).toContain(`baseline.${action}`);
      await call('PUT', 'energy/areas', { areas: [] });
      expect(await read('baselines')).toEqual([]);
      expect((await temperaturePoint(null)).status).toBe(200);
      expect((await meters()).map(([, , isRemoved]) => isRemoved)).toEqual([true, true, true]);
      const again = { areas: [{ name: 'Hall', meters: [{ pointCode: 'OUTSIDE' }] }] };
      expect((await call('PUT', 'energy/areas', again)).body).toMatchObject({
        areas: [{ meters: [{ pointCode: 'OUTSIDE', energyType: 'electricity' }] }],
      });
    });
  });
});
