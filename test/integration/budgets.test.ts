import {
  AreasService,
  AuditService,
  BaselineSavingsService,
  BaselinesService,
  BenchmarksService,
  BudgetsService,
  BudgetStatesService,
  CarbonFactorsService,
  ConfigurationService,
  ContractsService,
  CostsService,
  DemandForecastsService,
  EmissionsService,
  EnergyDetailsService,
  ForecastAlertsService,
} from '@app/domain';
import {
  EnergyScopeService,
  EnergySumsService,
  RatedPointsService,
  RatedSumsService,
  ReadingIntakeService,
  RollupService,
} from '@app/domain/testing';
import { AlertEntity, AuditEntryEntity, MeterEntity, TriggerOccurrenceEntity } from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { AlertDesk } from '../factories/alert-desk';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const HOUR_MS = 3_600_000;
/** Local midnight of 1 September, in summer time. The clocks change on 25 October. */
const FIRST_MS = Date.parse('2026-08-31T22:00Z');
/** Noon of 16 October: 372 hours of the month have passed, and 373 follow. */
const NOW_MS = Date.parse('2026-10-16T10:00Z');
const HOURS = (NOW_MS - FIRST_MS) / HOUR_MS;
const engineer = Actor.user(3, 'engineer', 'erik');
const months = (october: number) => Array.from({ length: 12 }, (_, index) => (index === 9 ? october : 1440));
const meters = (pointCode: string) => [
  { pointCode, kind: 'interval', intervalSeconds: 3600, since: '2026-08-01' } as const,
];

describe('budgets and contract powers', () => {
  const clock = new FixedClock(NOW_MS);
  let database: TestDatabase;
  let areas: AreasService;
  let budgets: BudgetsService;
  let states: BudgetStatesService;
  let alerts: ForecastAlertsService;
  let contracts: ContractsService;
  let demands: DemandForecastsService;
  let benchmarks: BenchmarksService;

  beforeAll(async () => {
    database = await openDatabase();
    const { dataSource } = database;
    const environment = testEnvironment({ PLATFORM_TIMEZONE: 'Europe/Berlin' });
    const audit = new AuditService(dataSource, clock);
    const configuration = new ConfigurationService(dataSource, environment, clock, audit);
    await configuration.ensure();
    const price = { currency: 'EUR', default: 0.25 };
    await configuration.change(engineer, { tariffs: { electricity: price } });
    areas = new AreasService(dataSource, configuration, clock, audit);
    const scopes = new EnergyScopeService(areas, configuration, environment);
    const sums = new EnergySumsService(dataSource);
    const rated = new RatedPointsService(new RatedSumsService(sums));
    const factors = new CarbonFactorsService(dataSource, {} as never, configuration, audit, clock);
    budgets = new BudgetsService(dataSource, areas, audit);
    const baselines = new BaselinesService(dataSource, areas, configuration, audit);
    const savings = new BaselineSavingsService(baselines, scopes, sums, {} as never);
    states = new BudgetStatesService(budgets, scopes, sums, savings, configuration, clock);
    const { writer, occurrences } = new AlertDesk(database, clock);
    contracts = new ContractsService(dataSource, areas, audit);
    demands = new DemandForecastsService(dataSource, contracts, areas, sums, configuration, clock);
    alerts = new ForecastAlertsService(dataSource, states, demands, writer, occurrences, clock);
    benchmarks = new BenchmarksService(
      areas,
      new EnergyDetailsService(scopes, sums),
      new CostsService(scopes, rated, configuration),
      new EmissionsService(scopes, rated, factors, configuration),
    );
    await areas.replace(engineer, [
      {
        name: 'Hall',
        meters: meters('HALL'),
        floorAreaM2: 100,
        use: 'office',
        referenceKwhPerM2: 90,
        builtYear: 1998,
      },
      { name: 'Annex', meters: meters('ANNEX'), floorAreaM2: 10 },
      { name: 'Empty', floorAreaM2: 50 },
      { name: 'Yard', meters: meters('YARD') },
    ]);
    const intake = new ReadingIntakeService(dataSource, new RollupService());
    for (const pointCode of ['HALL', 'ANNEX']) {
      const { id } = await dataSource.manager.findOneByOrFail(MeterEntity, { pointCode });
      const readings = Array.from({ length: HOURS }, (_, hour) => ({
        atMs: FIRST_MS + hour * HOUR_MS,
        value: 2,
        quality: 0,
      }));
      await intake.take(id, readings);
    }
  });
  afterAll(() => database.drop());

  const stored = () =>
    database.dataSource.manager.find(AlertEntity, { order: { id: 'ASC' } }).then((rows) =>
      rows.map(({ type, severity, areaId, originator, state, value, threshold, occurrences }) => ({
        type,
        severity,
        areaId,
        originator,
        state,
        value,
        threshold,
        occurrences,
      })),
    );

  it('know the energy of a month so far, and forecast the rest from typical days', async () => {
    const { id } = await budgets.create(engineer, { areaId: 1, year: 2026, months: months(1490) });
    expect(await states.state(id)).toEqual({
      month: 10,
      budget: 1490,
      actual: 2 * 372,
      coverage: 1,
      expected: 744,
      forecast: 2 * 745,
      willMiss: false,
      method: 'typicalDays',
      missing: null,
    });
    const september = { actual: 1440, expected: 1440, forecast: 1440, willMiss: false, method: 'measured' };
    expect(await states.state(id, 9)).toMatchObject(september);
    const august = {
      actual: null,
      coverage: 0,
      expected: 1440,
      forecast: null,
      willMiss: null,
      method: null,
    };
    expect(await states.state(id, 8)).toMatchObject({
      ...august,
      missing: { values: { hours: 0, least: 168 } },
    });
    expect(await states.state(id, 12)).toMatchObject({ actual: null, expected: 0, forecast: 2 * 744 });
    const past = await budgets.create(engineer, { areaId: 2, year: 2025, months: months(0) });
    expect(await states.state(past.id)).toMatchObject({
      month: 12,
      missing: { code: 'budget_hours_missing' },
    });
  });

  it('are refused for an unknown area, and twice for an area, an energy type and a year', async () => {
    const budget = { areaId: 1, year: 2026, months: months(0) };
    await expect(budgets.create(engineer, budget)).rejects.toMatchObject({ code: 'budget_exists' });
    await expect(budgets.change(engineer, 2, { areaId: 1, year: 2026 })).rejects.toMatchObject({
      kind: 'conflict',
    });
    await expect(budgets.create(engineer, { ...budget, areaId: 99 })).rejects.toMatchObject({
      details: [{ path: 'areaId', code: 'unknown_record' }],
    });
    await expect(states.state(99)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('raise one alert while the current month will be missed', async () => {
    await alerts.checkBudgets();
    expect(await stored()).toEqual([]);
    await budgets.change(engineer, 1, { months: months(1489.999) });
    await alerts.checkBudgets();
    await alerts.checkBudgets();
    const alert = {
      type: 'budget',
      severity: 'minor',
      areaId: 1,
      originator: 'budget:1:2026-10',
      state: 'active',
      value: 1490,
      threshold: 1489.999,
      occurrences: 1,
    };
    expect(await stored()).toEqual([alert]);
    expect((await database.dataSource.manager.find(AlertEntity))[0]?.messages?.title).toMatchObject({
      code: 'budget_missed',
      values: { month: '2026-10' },
    });
    const events = await database.dataSource.manager.findBy(TriggerOccurrenceEntity, {
      name: 'budget.missed',
    });
    expect(events.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ budgetId: 1, areaId: 1, month: '2026-10', budget: 1489.999, forecast: 1490 }),
    ]);
    await budgets.change(engineer, 1, { months: months(1490) });
    await alerts.checkBudgets();
    expect(await stored()).toEqual([{ ...alert, state: 'cleared' }]);
    await budgets.change(engineer, 1, { months: months(700) });
    await alerts.checkBudgets();
    await budgets.remove(engineer, 1);
    await alerts.checkBudgets();
    expect((await stored()).map(({ state }) => state)).toEqual(['cleared', 'cleared']);
    const entries = await database.dataSource.manager.find(AuditEntryEntity, { order: { id: 'ASC' } });
    const actions = new Set(
      entries.map(({ action }) => action).filter((action) => action.startsWith('budget')),
    );
    expect([...actions]).toEqual(['budget.created', 'budget.changed', 'budget.removed']);
  });

  it('contract powers raise an alert while the running window will probably exceed them', async () => {
    const { manager } = database.dataSource;
    const demand = {
      pricePerKw: 8,
      windowMinutes: 15,
      sliding: false,
      basis: 'month',
      contractKw: 3,
    } as const;
    const part = {
      validFrom: '2026-10-01',
      standing: { perMonth: 0 },
      energy: { pricePerKwh: 0.2 },
      leviesPerKwh: 0,
      vatPercent: 0,
    };
    const fields = { areaId: 1, currency: 'EUR' };
    const { id } = await contracts.create(engineer, {
      ...fields,
      name: 'Utility',
      parts: [part, { ...part, validFrom: '2026-10-16', demand }],
    });
    await contracts.create(engineer, { ...fields, name: 'Without power', parts: [part] });
    const windowStart = new Date(NOW_MS).toISOString();
    const at = async (minute: number, lastPowerKw: number) => {
      clock.set(NOW_MS + minute * 60_000);
      await manager.update(MeterEntity, { pointCode: 'HALL' }, { lastPowerKw, lastPowerAt: clock.now() });
      await alerts.checkDemand();
      const [alert] = await manager.findBy(AlertEntity, { type: 'demand' });
      return { ...(await demands.forecast(id)), alert: alert?.state };
    };
    const window = { windowStart, windowMinutes: 15, contractKw: 3 };
    const calm = { currentKw: 2, expectedKw: 2, willExceed: false };
    expect(await demands.forecast(id)).toEqual({ ...window, ...calm });
    const tooEarly = { currentKw: 3.5, expectedKw: 3.5, willExceed: null, alert: undefined };
    expect(await at(4, 3.5)).toEqual({ ...window, ...tooEarly });
    expect(await at(5, 3.5)).toMatchObject({ willExceed: true, alert: 'active' });
    expect(await at(6, 4)).toMatchObject({ expectedKw: 4, alert: 'active' });
    expect(await at(16, 5)).toMatchObject({ willExceed: null, alert: 'active' });
    expect(await at(17, 3)).toMatchObject({ expectedKw: 3, willExceed: false, alert: 'cleared' });
    const events = await manager.findBy(TriggerOccurrenceEntity, { name: 'demand.expected' });
    expect(events.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ contractId: id, areaId: 1, windowStart, expectedKw: 3.5, contractKw: 3 }),
    ]);
    expect(await at(26, 5)).toMatchObject({ willExceed: true });
    await contracts.remove(engineer, id);
    await alerts.checkDemand();
    const states = (await manager.findBy(AlertEntity, { type: 'demand' })).map(({ state }) => state);
    expect(states).toEqual(['cleared', 'cleared']);
    clock.set(NOW_MS);
  });

  it('of areas are compared by floor area, and areas with gaps have no rank', async () => {
    const query = { from: '2026-09-01', to: '2026-10-01' };
    const unknown = {
      kwhPerM2: null,
      costPerM2: null,
      kgPerM2: null,
      coverage: 0,
      reference: null,
      rank: null,
    };
    const undescribed = { use: null, builtYear: null };
    const office = { use: 'office', builtYear: 1998 };
    const known = { currency: 'EUR', coverage: 1, kgPerM2: expect.any(Number) as number };
    expect(await benchmarks.list(query)).toEqual([
      { ...known, ...office, areaId: 1, kwhPerM2: 14.4, costPerM2: 3.6, reference: 90, rank: 1 },
      { ...known, ...undescribed, areaId: 2, kwhPerM2: 144, costPerM2: 36, reference: null, rank: 2 },
      { ...unknown, ...undescribed, areaId: 3, currency: 'EUR' },
    ]);
    const [hall] = await benchmarks.list({ from: '2026-08-25', to: '2026-10-01' });
    expect(hall).toMatchObject({ areaId: 1, kwhPerM2: 14.4, rank: null });
    await areas.replace(engineer, [{ id: 1 }, { id: 2, floorAreaM2: null }]);
    expect((await benchmarks.list(query)).map(({ areaId }) => areaId)).toEqual([1]);
  });
});
