import {
  AreasService,
  BaselineSavingsService,
  BaselinesService,
  BenchmarksService,
  BillSharesService,
  BillsService,
  BudgetsService,
  BudgetStatesService,
  ConfigurationService,
  ContractsService,
  DemandService,
  EnergyDetailsService,
  EnergyProfilesService,
  OutdoorTemperatureService,
  ReportingModule,
} from '@app/domain';
import {
  ReadingIntakeService,
  renderReport,
  ReportDocumentsService,
  type ReportSection,
  type ReportTable,
  RollupService,
} from '@app/domain/testing';
import {
  type EnergyType,
  type Language,
  LossEntity,
  MeterEntity,
  type ReportSectionConfig,
} from '@app/entities';
import { Actor, Clock, FixedClock } from '@app/kernel';
import { Test, type TestingModule } from '@nestjs/testing';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { processModules } from '../factories/process-modules';
import { pdfPages } from '../factories/read-report';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const HOUR_MS = 3_600_000;
const ZONE = 'Europe/Berlin';
const ACTOR = Actor.system('test');
const FIRST_MS = Date.parse('2025-09-01T00:00+02:00');
const NOW_MS = Date.parse('2026-10-16T12:00+02:00');
/** The quarter hours of the annex are known from this instant on. */
const ANNEX_MS = Date.parse('2026-08-01T00:00+02:00');
const PEAK_MS = Date.parse('2026-09-15T10:15+02:00');
const SEPTEMBER = { from: '2026-08-31T22:00:00.000Z', to: '2026-09-30T22:00:00.000Z' };
const SEPTEMBER_MS = Date.parse(SEPTEMBER.from);
const [SITE, HALL, ANNEX] = [1, 2, 3];

const temperatureC = (hour: number) =>
  Math.round(100 * (10 + 9 * Math.cos((2 * Math.PI * hour) / 8760))) / 100;
const hallKwh = (hour: number) => 5 + 0.5 * Math.max(0, 15 - temperatureC(hour));

const meter = (pointCode: string, intervalSeconds: number, energyType: EnergyType = 'electricity') => ({
  pointCode,
  kind: 'interval' as const,
  intervalSeconds,
  energyType,
  since: '2025-09-01',
});

const shown = (value: number | null | undefined, places: number) =>
  (value ?? Number.NaN).toLocaleString('en-US', {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });

describe('a report on targets', () => {
  const clock = new FixedClock(NOW_MS);
  let database: TestDatabase;
  let module: TestingModule | undefined;

  const service = <T>(type: abstract new (...parts: never[]) => T): T => {
    if (!module) throw new Error('The services were not started.');
    return module.get(type, { strict: false });
  };
  const documentOf = (section: ReportSectionConfig, language: Language, areaIds: number[] = []) => {
    const period = { fromMs: Date.parse(SEPTEMBER.from), toMs: Date.parse(SEPTEMBER.to) };
    const previous = { fromMs: Date.parse('2026-07-31T22:00Z'), toMs: period.fromMs };
    const config = { title: 'Report', sections: [section] };
    const request = { config, language, zone: ZONE, period, previous, areaIds };
    return service(ReportDocumentsService).build(request);
  };
  const build = async (section: ReportSectionConfig, language: Language = 'en-US') => {
    const { sections, coverage } = await documentOf(section, language);
    return { ...(sections[0] as ReportSection & ReportTable), coverage };
  };
  const demandOf = (areaId: number, interval: 'day' | 'range') =>
    service(DemandService).demand({ areaId, ...SEPTEMBER, interval });
  const valuesOf = async (section: ReportSectionConfig) =>
    (await build(section)).rows.map((row) => row.map(({ value, atMs }) => atMs ?? value));

  const chart = (metric: ReportSectionConfig['metric'], area: number) =>
    valuesOf({ kind: 'chart', metric, areaIds: [area] });

  beforeAll(async () => {
    database = await openDatabase();
    const { url: DATABASE_URL, queueUrl: QUEUE_URL, dataSource } = database;
    const environment = testEnvironment({ DATABASE_URL, QUEUE_URL, PLATFORM_TIMEZONE: ZONE });
    module = await Test.createTestingModule({ imports: [...processModules(environment), ReportingModule] })
      .overrideProvider(Clock)
      .useValue(clock)
      .compile();
    await module.init();
    const electricity = { currency: 'EUR', default: 0.25 };
    await service(ConfigurationService).change(ACTOR, { currency: 'EUR', tariffs: { electricity } });
    await service(AreasService).replace(ACTOR, [
      { name: 'Site', meters: [meter('HEAT', 3600, 'heating'), meter('COLD', 3600, 'cooling')] },
      {
        name: 'Hall',
        parentIndex: 0,
        floorAreaM2: 500,
        referenceKwhPerM2: 100,
        meters: [
          meter('HALL', 3600),
          meter('HALL.HEAT', 3600, 'heating'),
          meter('HALL.COLD', 3600, 'cooling'),
        ],
      },
      {
        name: 'Annex',
        parentIndex: 0,
        floorAreaM2: 50,
        heatingBaseC: 20,
        meters: [meter('ANNEX', 900)],
      },
    ]);
    const weather = { location: null, temperaturePointCode: 'OUTSIDE' };
    await service(OutdoorTemperatureService).change(ACTOR, { weather });
    const intake = new ReadingIntakeService(dataSource, new RollupService());
    const reported = (Date.parse(SEPTEMBER.from) - FIRST_MS) / HOUR_MS;
    for (const [pointCode, firstMs, stepMs, valueOf] of [
      ['HALL', FIRST_MS, HOUR_MS, (hour: number) => (hour < reported ? 1 : 0.9) * hallKwh(hour)],
      ['OUTSIDE', FIRST_MS, HOUR_MS, temperatureC],
      ['ANNEX', ANNEX_MS, HOUR_MS / 4, (hour: number) => (hour * HOUR_MS === PEAK_MS - FIRST_MS ? 5 : 1)],
      ['HEAT', SEPTEMBER_MS, HOUR_MS, () => 4],
      ['HALL.HEAT', SEPTEMBER_MS, HOUR_MS, () => 3],
      ['COLD', SEPTEMBER_MS, HOUR_MS, () => 4],
      // The first day is missing.
      ['HALL.COLD', SEPTEMBER_MS + 24 * HOUR_MS, HOUR_MS, () => 3],
    ] as const) {
      const { id } = await dataSource.manager.findOneByOrFail(MeterEntity, { pointCode });
      const count = (NOW_MS - firstMs) / stepMs;
      const readings = Array.from({ length: count }, (_, index) => {
        const atMs = firstMs + index * stepMs;
        return { atMs, value: valueOf((atMs - FIRST_MS) / HOUR_MS), quality: 0 };
      });
      await intake.take(id, readings);
    }
  });
  afterAll(async () => {
    await module?.close();
    await database.drop();
  });

  it('shows the demand of the API by area, and by day of one area', async () => {
    const rowOf = ({
      peakKw,
      peakTime,
      loadFactor,
      coverage,
    }: Awaited<ReturnType<typeof demandOf>>[number]) => [
      peakKw,
      peakTime === null ? null : Date.parse(peakTime),
      loadFactor === null ? null : Number((100 * loadFactor).toFixed(2)),
      100 * coverage,
    ];
    const [annex] = await demandOf(ANNEX, 'range');
    expect(annex).toMatchObject({ peakKw: 20, peakTime: new Date(PEAK_MS).toISOString(), coverage: 1 });
    const table = await build({ kind: 'table', metric: 'demand' });
    // The quarter hours of the hall are not known, so neither is the demand of the site.
    expect(table.rows.map(([area, peak]) => [area?.value, peak?.value])).toEqual([
      ['Site', null],
      ['\u2003Hall', null],
      ['\u2003Annex', 20],
    ]);
    expect(table.coverage).toBe(1);
    const ofAnnex = { metric: 'demand' as const, areaIds: [ANNEX] };
    const days = await demandOf(ANNEX, 'day');
    expect((await valuesOf({ kind: 'table', ...ofAnnex }))[0]?.slice(1)).toEqual(annex && rowOf(annex));
    expect(await valuesOf({ kind: 'table', interval: 'day', ...ofAnnex })).toEqual(
      days.map((day) => [Date.parse(day.timestamp), ...rowOf(day)]),
    );
    expect(await valuesOf({ kind: 'chart', ...ofAnnex })).toEqual(
      days.map(({ timestamp, peakKw }) => [Date.parse(timestamp), peakKw]),
    );
    const summary: unknown = await build({ kind: 'summary', ...ofAnnex });
    expect(summary).toMatchObject({
      figures: [
        { label: 'Highest demand of 15 minutes', value: 20, unit: 'kW', detail: 'at 2026-09-15 10:15' },
        { label: 'Load factor', value: annex && rowOf(annex)[2] },
      ],
    });
  });

  it('shows the savings of the API, and says why a baseline has none', async () => {
    const times = { from: '2025-09-01', to: '2026-09-01', reportingFrom: '2026-09-11' };
    const hall = { ...times, name: 'Insulation', areaId: HALL };
    const { id } = await service(BaselinesService).create(ACTOR, hall);
    await service(BaselinesService).create(ACTOR, { ...hall, name: 'Pumps', areaId: ANNEX });
    await service(BaselinesService).create(ACTOR, { ...hall, name: 'Later', reportingFrom: '2026-10-01' });
    const query = { from: '2026-09-11', to: '2026-10-01' };
    const { saving, points } = await service(BaselineSavingsService).savings(id, {
      ...query,
      interval: 'range',
    });
    expect(saving?.percent).toBeCloseTo(10, 0);
    const fromMs = Date.parse('2026-09-11T00:00+02:00');
    const table = await build({ kind: 'table', metric: 'savings' });
    expect(await valuesOf({ kind: 'table', metric: 'savings' })).toEqual([
      [
        'Insulation',
        'Hall',
        fromMs,
        points[0]?.expected,
        points[0]?.actual,
        saving?.kwh,
        saving?.percent,
        saving?.uncertaintyPercent,
      ],
      ['Pumps', 'Annex', fromMs, null, null, null, null, null],
    ]);
    expect(table.remarks).toEqual([
      'Pumps: the saving is not known. 31 days of the baseline have a complete energy and temperature, but 270 days are needed.',
    ]);
    expect((await build({ kind: 'table', metric: 'savings' }, 'zh-CN')).remarks).toEqual([
      'Pumps：节能量未知。基线中只有 31 天具有完整的能耗和温度，至少需要 270 天。',
    ]);
    const byDay = await service(BaselineSavingsService).savings(id, { ...query, interval: 'day' });
    const savings = await build({ kind: 'chart', metric: 'savings', areaIds: [HALL] });
    expect(savings.columns.map(({ title }) => title)).toEqual(['Day', 'Insulation']);
    expect(await valuesOf({ kind: 'chart', metric: 'savings', areaIds: [HALL] })).toEqual(
      byDay.points.map(({ startMs, cumulativeSaving }) => [startMs, cumulativeSaving]),
    );
  });

  it('shows the energy of months at the usual weather, and says why a baseline has none', async () => {
    const section = { kind: 'table', metric: 'normalized' } as const;
    const query = { ...SEPTEMBER, interval: 'month' } as const;
    // The newest baseline of the hall.
    const { points } = await service(BaselineSavingsService).normalized(3, query);
    expect(points).toMatchObject([{ actual: 3240, normalized: expect.any(Number) as number, coverage: 1 }]);
    const table = await build(section);
    expect(table.columns.map(({ title }) => title)).toEqual([
      'Baseline',
      'Area',
      'Month',
      'Actual',
      'At the usual weather',
      'Years of weather',
      'Data coverage',
    ]);
    expect(table.rows.map((row) => row.map(({ value }) => value))).toEqual([
      ['Later', 'Hall', '2026-09', 3240, points[0]?.normalized, points[0]?.years, 100],
    ]);
    expect(table.remarks).toEqual([
      expect.stringMatching(/^The usual weather of a day/),
      expect.stringMatching(/^Pumps: the energy at the usual weather is not known. 31 days of the baseline/),
    ]);
    expect((await build({ ...section, areaIds: [ANNEX] }, 'zh-CN')).remarks).toEqual([
      'Pumps：常年气候下的能耗未知。基线中只有 31 天具有完整的能耗和温度，至少需要 270 天。',
    ]);
    const unknown = { startMs: SEPTEMBER_MS, actual: 1500, normalized: null, years: 0, coverage: 0.5 };
    jest
      .spyOn(service(BaselineSavingsService), 'normalized')
      .mockResolvedValue({ points: [unknown], missing: null });
    const partial = await build({ ...section, areaIds: [ANNEX] }).finally(() => jest.restoreAllMocks());
    expect(partial.rows.map((row) => row.map(({ value }) => value))).toEqual([
      ['Pumps', 'Annex', '2026-09', 1500, null, 0, 50],
    ]);
    expect(partial.remarks).toContain('–  No data.');
  });

  it('draws the energy of an area by hours, weekdays, temperature, areas and change', async () => {
    const profiles = service(EnergyProfilesService);
    const annex = { areaId: ANNEX, ...SEPTEMBER };
    const { days, hours } = await profiles.heatMap(annex);
    expect(await chart('heatMap', ANNEX)).toEqual(days.map((day, index) => [day, ...(hours[index] ?? [])]));
    const curve = await profiles.durationCurve({ ...annex, points: 51 });
    expect((await chart('durationCurve', ANNEX)).map(([, kw]) => kw)).toEqual(curve.map(({ kw }) => kw));
    const weekdays = await profiles.typicalDays(annex);
    const typical = await build({ kind: 'table', metric: 'typicalDays', areaIds: [ANNEX] });
    expect(typical.columns.map(({ title }) => title).slice(0, 3)).toEqual(['Hour', 'Monday', 'Tuesday']);
    expect(typical.rows[10]?.map(({ value }) => value)).toEqual([
      '10:00',
      ...weekdays.map((weekday) => weekday.hours[10]),
    ]);

    const modelled = await service(BaselineSavingsService).modelDays(3);
    const byTemperature = modelled.days.toSorted((one, other) => one.temperatureC - other.temperatureC);
    expect(byTemperature).toHaveLength(365);
    expect(await chart('temperature', HALL)).toEqual(
      byTemperature.map(({ temperatureC, actual, expected }) => [temperatureC, actual, expected]),
    );
    const withoutBaseline = await build({ kind: 'chart', metric: 'temperature', areaIds: [SITE] });
    expect(withoutBaseline.remarks).toHaveLength(1);

    const energyOf = async (areaId: number, from: string, to: string) => {
      const query = { areaId, from, to, interval: 'range' as const };
      return (await service(EnergyDetailsService).points(query))[0]?.value ?? 0;
    };
    const [hall, ofAnnex] = await Promise.all(
      [HALL, ANNEX].map((areaId) => energyOf(areaId, SEPTEMBER.from, SEPTEMBER.to)),
    );
    expect(await chart('flow', SITE)).toEqual([
      ['Site', 'Hall', hall],
      ['Site', 'Annex', ofAnnex],
    ]);
    // The hall needs 5 kWh per hour in September 2025, and 10 % less in 2026. The annex has no data of 2025.
    const steps = await build({ kind: 'chart', metric: 'change', areaIds: [SITE] });
    expect(steps).toMatchObject({
      title: 'Change from a year before: electricity, Site',
      shape: 'waterfall',
    });
    expect(steps.rows.map((row) => row.map(({ value }) => value))).toEqual([
      ['A year before', '', 3600],
      ['Hall', -360, 3240],
      ['This period', '', 3240],
    ]);
    expect(steps.remarks).toEqual([
      'Compared with 2025-09-01 – 2025-09-30, by the hours and meters with data in both years.',
    ]);
    const inChinese = await build({ kind: 'chart', metric: 'change', areaIds: [SITE] }, 'zh-CN');
    expect(inChinese.rows[0]?.[0]?.value).toBe('一年前');
  });

  it('shows a negative rest of a flow in a table, and a remark about it in a chart', async () => {
    const details = service(EnergyDetailsService);
    const points = await details.points({ ...SEPTEMBER, interval: 'range' });
    // The site feeds in 500 kWh.
    const fedIn = points.map((point) =>
      point.areaId === SITE ? { ...point, value: Number(point.value) - 500 } : point,
    );
    jest.spyOn(details, 'points').mockResolvedValue(fedIn);
    try {
      const section = { metric: 'flow' as const, areaIds: [SITE] };
      expect(await valuesOf({ kind: 'table', ...section })).toEqual([
        ['Site', 'Hall', points[1]?.value],
        ['Site', 'Annex', points[2]?.value],
        ['Site', 'Other', -500],
      ]);
      const { rows, remarks } = await build({ kind: 'chart', ...section });
      expect(rows).toHaveLength(2);
      expect(remarks).toEqual([
        'The areas inside have more energy than the area itself. The negative rest is not in this chart: Site.',
      ]);
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('shows degree days by the base of the area, with the energy per heating degree day', async () => {
    const temperature = service(OutdoorTemperatureService);
    const query = { ...SEPTEMBER, areaId: ANNEX, interval: 'month', method: 'hours' } as const;
    const [heating] = await temperature.degreeDays({ ...query, kind: 'heating' });
    const [energy] = await service(EnergyDetailsService).points({
      ...SEPTEMBER,
      areaId: ANNEX,
      interval: 'month',
    });
    const section = { kind: 'table', metric: 'degreeDays' } as const;
    const table = await build({ ...section, areaIds: [ANNEX] });
    expect(heating?.value).toBeGreaterThan(10);
    expect(table.rows.map((row) => row.map(({ value }) => value))).toEqual([
      ['2026-09', heating?.value, 0, 100, energy?.value, Number(energy?.value) / Number(heating?.value)],
    ]);
    expect(table).toMatchObject({
      title: 'Degree days: electricity, Annex',
      remarks: ['Base temperatures: 20 °C for heating, 22 °C for cooling. Method: by hours.'],
      coverage: 1,
    });
    expect(await valuesOf({ ...section, areaIds: [ANNEX], interval: 'day' })).toHaveLength(30);

    const ofHall = await build({ ...section, areaIds: [HALL] });
    expect(ofHall.rows[0]?.map(({ value }) => value).slice(1)).toEqual([0, 0, 100, 3240, null]);
    const unknown = '–  Data is missing, or there is less than one heating degree day.';
    expect(ofHall.remarks).toContain(unknown);
    const startMs = SEPTEMBER_MS;
    jest
      .spyOn(temperature, 'degreeDays')
      .mockResolvedValue([{ startMs, value: null, coverage: 0, baseC: 15 }]);
    const { remarks } = await build({ ...section, areaIds: [HALL] }).finally(() => jest.restoreAllMocks());
    expect(remarks).toEqual([expect.stringMatching(/^There is no outdoor temperature/), unknown]);
  });

  it('shows the balance of areas, and no rest if data of a side is missing', async () => {
    const section = { kind: 'table', metric: 'balance' } as const;
    const { title, rows, remarks } = await build({ ...section, energyType: 'heating' });
    expect({ title, remarks }).toEqual({ title: 'Energy balance: heating', remarks: [] });
    expect(rows.map((row) => row.map(({ value }) => value))).toEqual([['Site', 2880, 2160, 720, 25, 100]]);

    const [point] = await service(EnergyDetailsService).balance({
      ...SEPTEMBER,
      areaId: SITE,
      energyType: 'cooling',
      interval: 'month',
    });
    expect(point).toMatchObject({ own: 2880, children: 2088, rest: 792 });
    const cooling = await build({ ...section, energyType: 'cooling' });
    expect(cooling.rows.map((row) => row.map(({ value }) => value))).toEqual([
      ['Site', 2880, 2088, null, null, 96.6],
    ]);
    expect(cooling.remarks).toEqual([
      '–  Data is missing. The rest is shown only if the data of both sides is complete.',
    ]);
    // The site has no electricity meter of its own.
    expect(await build(section)).toMatchObject({
      rows: [],
      remarks: ['No area has both meters of its own and areas inside with meters.'],
    });
  });

  it('shows budgets by month, and areas by their energy per floor area in a year', async () => {
    const months = Array.from({ length: 12 }, (_, month) => 1000 + month);
    const { id } = await service(BudgetsService).create(ACTOR, { areaId: HALL, year: 2026, months });
    await service(BudgetsService).create(ACTOR, { areaId: HALL, year: 2025, months });
    const state = await service(BudgetStatesService).state(id, 9);
    expect(state).toMatchObject({ budget: 1008, willMiss: true });
    const startMs = Date.parse(SEPTEMBER.from);
    expect(await valuesOf({ kind: 'table', metric: 'budgets', areaIds: [SITE] })).toEqual([
      ['Hall', 'electricity', startMs, 1008, state.actual, state.forecast, 'yes'],
    ]);
    expect(await valuesOf({ kind: 'table', metric: 'budgets', areaIds: [ANNEX] })).toEqual([]);
    const water = { areaId: ANNEX, energyType: 'water' as const, year: 2026, months };
    await service(BudgetsService).create(ACTOR, water);
    const mixed = await valuesOf({ kind: 'table', metric: 'budgets' });
    expect(mixed.map((row) => row.slice(1))).toEqual([
      ['electricity', startMs, 'kWh', 1008, state.actual, state.forecast, 'yes'],
      ['water', startMs, 'm³', 1008, null, null, null],
    ]);

    const found = await service(BenchmarksService).list({ from: '2025-10-01', to: SEPTEMBER.to });
    const [hall, annex] = found;
    const difference = Number(((hall?.kwhPerM2 ?? 0) - 100).toFixed(2));
    expect(hall).toMatchObject({ areaId: HALL, rank: 1, coverage: 1 });
    // The electricity costs 0.25 EUR per kWh.
    expect(hall?.costPerM2).toBeCloseTo(0.25 * (hall?.kwhPerM2 ?? Number.NaN), 2);
    expect(hall?.kgPerM2).toBeGreaterThan(0);
    const table = await build({ kind: 'table', metric: 'benchmarks' });
    expect(table.columns.slice(3).map(({ title, unit }) => `${title}: ${unit}`)).toEqual([
      'Per year: kWh/m²',
      'Reference: kWh/m²',
      'Difference: %',
      'Cost: EUR/m²',
      'Emissions: kg CO2e/m²',
      'Data coverage: %',
    ]);
    const rates = [hall, annex].map((area) => [area?.costPerM2, area?.kgPerM2]);
    expect(await valuesOf({ kind: 'table', metric: 'benchmarks' })).toEqual([
      [1, 'Hall', 500, hall?.kwhPerM2, 100, difference, ...(rates[0] ?? []), 100],
      [null, 'Annex', 50, annex?.kwhPerM2, null, null, ...(rates[1] ?? []), expect.any(Number)],
    ]);
    const remarks = [
      'The figures are those of a whole year: 2025-10-01 – 2026-09-30.',
      'Not ranked, because data is missing: Annex.',
    ];
    expect(table.remarks).toEqual(remarks);
    const bars = await build({ kind: 'chart', metric: 'benchmarks' });
    expect(bars).toMatchObject({ shape: 'bars', remarks });
    expect(await valuesOf({ kind: 'chart', metric: 'benchmarks' })).toEqual([['Hall', hall?.kwhPerM2, 100]]);
  });

  it('leaves the cost per floor area unknown if there is no tariff, and says why', async () => {
    const configuration = service(ConfigurationService);
    const { tariffs } = await configuration.current();
    await configuration.change(ACTOR, { tariffs: {} });
    const { rows, remarks } = await build({ kind: 'table', metric: 'benchmarks', areaIds: [HALL] });
    await configuration.change(ACTOR, { tariffs });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.slice(6, 8)).toEqual([{ value: null }, { value: expect.any(Number) as number }]);
    expect(remarks).toContain('–  Nothing was measured, or no rate applies to a part of the energy.');
  });

  it('lists open losses, the most expensive first, as they are now', async () => {
    const loss = (areaId: number, costPerMonth: number | null, other: Partial<LossEntity> = {}) =>
      Object.assign(new LossEntity(), {
        rule: 'night_load',
        areaId,
        objectId: null,
        pointCode: null,
        since: new Date(PEAK_MS),
        lastSeenAt: clock.now(),
        kwhPerMonth: 40,
        costPerMonth,
        currency: 'EUR',
        costOrder: costPerMonth ?? -1,
        status: 'open',
        dismissal: null,
        evidence: [],
        ...other,
      });
    const frozen = { rule: 'frozen_meter', pointCode: 'ANNEX', kwhPerMonth: 0 } as const;
    await database.dataSource.manager.save([
      loss(ANNEX, null, frozen),
      loss(HALL, 10, { energyType: 'gas' }),
      loss(HALL, 12.5),
      loss(HALL, 99, { status: 'gone' }),
    ]);
    const table = await build({ kind: 'table', metric: 'losses' });
    expect(table.remarks).toEqual(['"Now" is 2026-10-16 12:00.']);
    expect(await valuesOf({ kind: 'table', metric: 'losses' })).toEqual([
      ['Hall', 'High load at night', '', PEAK_MS, 40, 12.5],
      ['Hall', 'High load at night (gas)', '', PEAK_MS, 40, 10],
      ['Annex', 'The meter does not change', 'ANNEX', PEAK_MS, 0, null],
    ]);
    expect(await valuesOf({ kind: 'table', metric: 'losses', areaIds: [ANNEX] })).toHaveLength(1);
  });

  it('lists the lines of bills with their sums, and says why a total is missing', async () => {
    const part = {
      validFrom: '2025-09-01',
      standing: { perMonth: 30 },
      energy: { pricePerKwh: 0.25 },
      leviesPerKwh: 0.02,
      vatPercent: 19,
    };
    const contract = { name: 'Hall', areaId: HALL, currency: 'EUR', parts: [part] };
    const { id } = await service(ContractsService).create(ACTOR, contract);
    const [bill] = await service(BillsService).bills({
      contractId: id,
      from: '2026-09-01',
      to: '2026-10-01',
    });
    expect(bill?.total).toBeGreaterThan(0);
    expect(await valuesOf({ kind: 'table', metric: 'bills', areaIds: [HALL] })).toEqual([
      ...['Standing charge', 'Energy', 'Levies'].map((item, index) => {
        const { quantity, unit, price, amount } = bill?.lines[index] ?? {};
        return ['Hall', '2026-09', item, quantity, unit, price, amount];
      }),
      ['Hall', '2026-09', 'Net', '', '', '', bill?.net],
      ['Hall', '2026-09', 'VAT', '', '', '', bill?.vat],
      ['Hall', '2026-09', 'Total', '', '', '', bill?.total],
    ]);
    const later = { ...part, validFrom: '2026-10-01' };
    await service(ContractsService).create(ACTOR, {
      ...contract,
      name: 'New',
      areaId: ANNEX,
      parts: [later],
    });
    const { rows, remarks } = await build({ kind: 'table', metric: 'bills', areaIds: [ANNEX] });
    expect(rows.map((row) => row[6]?.value)).toEqual([null, null, null]);
    expect(remarks).toEqual(['New, 2026-09: the total is not known. The contract begins after this month.']);
  });

  it('lists the shares of areas in the bill of the area around them', async () => {
    const part = { validFrom: '2025-09-01', standing: { perMonth: 0 }, energy: { pricePerKwh: 0.25 } };
    const parts = [{ ...part, leviesPerKwh: 0, vatPercent: 19 }];
    const { id } = await service(ContractsService).create(ACTOR, {
      name: 'Landlord',
      areaId: SITE,
      currency: 'EUR',
      parts,
    });
    const query = { contractId: id, from: '2026-09-01', to: '2026-10-01' };
    const [bill] = await service(BillSharesService).shares(query);
    const share = bill?.shares.find(({ areaId }) => areaId === ANNEX);
    expect(share?.total).toBeGreaterThan(0);
    const rows = await valuesOf({ kind: 'table', metric: 'bills', areaIds: [ANNEX] });
    const head = ['Landlord, Annex', '2026-09'];
    expect(rows.slice(3)).toEqual([
      [...head, 'Share by energy', share?.quantity, 'kWh', null, share?.net],
      [...head, 'Net', '', '', '', share?.net],
      [...head, 'VAT', '', '', '', share?.vat],
      [...head, 'Total', '', '', '', share?.total],
    ]);

    const byFloor = await valuesOf({
      kind: 'table',
      metric: 'bills',
      areaIds: [ANNEX],
      shareBy: 'floorArea',
    });
    expect(byFloor[3]?.slice(2, 5)).toEqual(['Share by floor area', 50, 'm²']);

    // No area has a gas meter, so the energy of this bill is not known either.
    await service(ContractsService).create(ACTOR, {
      name: 'Gas',
      areaId: SITE,
      energyType: 'gas',
      currency: 'EUR',
      parts,
    });
    const gas = (await valuesOf({ kind: 'table', metric: 'bills', areaIds: [ANNEX] })).find(
      ([name, , line]) => name === 'Gas, Annex' && line === 'Share by floor area',
    );
    expect(gas?.slice(3, 5)).toEqual([50, 'm²']);

    // The PDF for the tenant, whose report plan names its area.
    const document = await documentOf({ kind: 'table', metric: 'bills' }, 'en-US', [ANNEX]);
    const out = new PassThrough();
    const [content] = await Promise.all([buffer(out), renderReport(document, 'pdf', out)]);
    const text = (await pdfPages(content)).join('\n').replaceAll(/\s+/g, ' ');
    const line = 'Landlord, Annex 2026-09';
    const quantity = `${shown(share?.quantity, 3)} kWh`;
    expect(text).toContain(`${line} Share by energy ${quantity} – ${shown(share?.net, 2)}`);
    for (const [item, amount] of [
      ['Net', share?.net],
      ['VAT', share?.vat],
      ['Total', share?.total],
    ] as const)
      expect(text).toContain(`${line} ${item} ${shown(amount, 2)}`);
    // Other tenants are not named.
    expect(text).not.toContain('Landlord, Hall');
  });
});
