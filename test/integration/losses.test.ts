// Runs on both profiles: each database has statements of its own.
import {
  AirHandlersService,
  AreasService,
  AuditService,
  BaselinesService,
  BaselineSavingsService,
  ConfigurationService,
  CostsService,
  LossesService,
  LossFinderService,
  LossRulesService,
} from '@app/domain';
import {
  CalendarReader,
  EnergyScopeService,
  EnergySumsService,
  LossHistoryService,
  LossJudgeService,
  RatedPointsService,
  RatedSumsService,
  ReadingIntakeService,
  RollupService,
} from '@app/domain/testing';
import {
  AlertEntity,
  AuditEntryEntity,
  BuildingObjectEntity,
  CalendarEntity,
  LossEntity,
  MeterEntity,
  PointEntity,
  TriggerOccurrenceEntity,
} from '@app/entities';
import { Actor, DomainError, FixedClock } from '@app/kernel';
import { Logger } from '@nestjs/common';
import { aModel } from '../factories/a-model';
import { AlertDesk } from '../factories/alert-desk';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Monday, at local midnight in winter. */
const FIRST_MS = Date.parse('2026-01-04T23:00Z');
const engineer = Actor.user(3, 'engineer', 'erik');
const dateAt = (day: number) => new Date(FIRST_MS + day * DAY_MS + 5 * HOUR_MS).toISOString().slice(0, 10);

type Load = (hour: number, day: number) => number;
const isWeekend = (day: number) => day % 7 > 4;
/** The kWh of an hour: 6 at night, 10 from 08:00 to 18:00 on weekdays, and mostly 4 otherwise. */
const hallLoad: Load = (hour, day) => {
  if (isWeekend(day)) return hour === 12 ? 5 : 4;
  return hour >= 8 && hour < 18 ? 10 : hour < 5 ? 6 : 4;
};
const annexLoad: Load = (hour, day) => {
  if (isWeekend(day)) return hour < 12 ? 1 : 2;
  return hour < 6 ? 1 : 100 + hour;
};

/** The gateway has a value every ten minutes. The unit heats fully from 06:00 on, but its supply air stays cold. */
function airHistory({ codes: [code = ''], from, to }: { codes: string[]; from: Date; to: Date }) {
  if (code === 'OLD') throw new DomainError('upstream_failed', 'gateway_failed', 'The point is gone.');
  const valueOf: Record<string, (hour: number) => unknown> = {
    FAN: (hour) => hour >= 6,
    SAT: () => 15,
    SETPOINT: () => 20,
    VALVE: (hour) => (hour >= 6 && hour < 10 ? 100 : 0),
  };
  const [firstMs, endMs] = [from.getTime(), to.getTime()];
  const values = Array.from({ length: (endMs - firstMs) / 600_000 }, (_, index) => {
    const atMs = firstMs + index * 600_000;
    const hour = ((atMs - FIRST_MS) / HOUR_MS) % 24;
    return { timestamp: new Date(atMs).toISOString(), value: valueOf[code]?.(hour), quality: 'good' };
  });
  return Promise.resolve([{ code, values }]);
}

describe('losses', () => {
  const clock = new FixedClock(FIRST_MS + 28 * DAY_MS + 6 * HOUR_MS);
  let database: TestDatabase;
  let areas: AreasService;
  let losses: LossesService;
  let finder: LossFinderService;
  let rules: LossRulesService;
  let judge: LossJudgeService;
  let units: AirHandlersService;
  let intake: ReadingIntakeService;
  let baselines: BaselinesService;
  let savings: BaselineSavingsService;

  beforeAll(async () => {
    database = await openDatabase();
    const { dataSource } = database;
    const audit = new AuditService(dataSource, clock);
    const environment = testEnvironment({ PLATFORM_TIMEZONE: 'Europe/Berlin' });
    const configuration = new ConfigurationService(dataSource, environment, clock, audit);
    await configuration.ensure();
    const price = { currency: 'EUR', default: 0.25 };
    const gas = { currency: 'EUR', default: 0.1 };
    await configuration.change(engineer, { tariffs: { electricity: price, gas } });
    areas = new AreasService(dataSource, configuration, clock, audit);
    const scopes = new EnergyScopeService(areas, configuration, environment);
    const sums = new EnergySumsService(dataSource);
    const costs = new CostsService(scopes, new RatedPointsService(new RatedSumsService(sums)), configuration);
    baselines = new BaselinesService(dataSource, areas, configuration, audit);
    const history = new LossHistoryService(areas, scopes, sums, new CalendarReader(dataSource));
    savings = new BaselineSavingsService(baselines, scopes, sums, {} as never);
    units = new AirHandlersService(configuration, areas, { history: airHistory } as never);
    judge = new LossJudgeService(history, baselines, savings, units, configuration);
    const { writer, occurrences } = new AlertDesk(database, clock);
    rules = new LossRulesService(configuration, judge);
    losses = new LossesService(dataSource, writer, audit, clock);
    finder = new LossFinderService(dataSource, judge, rules, costs, writer, occurrences, clock);
    intake = new ReadingIntakeService(dataSource, new RollupService());
    const meter = { kind: 'interval', intervalSeconds: 3600, since: '2026-01-01' } as const;
    await areas.replace(engineer, [
      { name: 'Hall', meters: [{ ...meter, pointCode: 'HALL' }] },
      { name: 'Annex', meters: [{ ...meter, pointCode: 'ANNEX' }] },
    ]);
    const { id: modelId } = await aModel(dataSource);
    const object = { name: 'Meter', modelId, code: 'METER' };
    const { id: objectId } = await dataSource.manager.save(
      dataSource.manager.create(BuildingObjectEntity, object),
    );
    await dataSource.manager.save(PointEntity, { name: 'Energy', code: 'ANNEX', objectId });
    await take('HALL', 0, 28, hallLoad);
    await take('ANNEX', 0, 20, annexLoad);
    await take('ANNEX', 20, 28, () => 3);
  });
  afterAll(() => database.drop());

  async function take(pointCode: string, fromDay: number, toDay: number, load: Load): Promise<void> {
    const { id } = await database.dataSource.manager.findOneByOrFail(MeterEntity, { pointCode });
    const readings = Array.from({ length: (toDay - fromDay) * 24 }, (_, index) => ({
      atMs: FIRST_MS + fromDay * DAY_MS + index * HOUR_MS,
      value: load(index % 24, fromDay + Math.floor(index / 24)),
      quality: 0,
    }));
    await intake.take(id, readings);
  }
  const listed = async () => (await losses.list({ limit: 20 })).items;
  const alerts = async () =>
    (await database.dataSource.manager.find(AlertEntity, { order: { id: 'ASC' } })).map(
      ({ type, state, areaId, originator, value, message }) => ({
        type,
        state,
        areaId,
        originator,
        value,
        message,
      }),
    );
  const activeAlerts = async () =>
    (await alerts()).flatMap(({ state, originator }) => (state === 'active' ? originator : []));

  it('are found even if another area fails, and listed by their cost', async () => {
    jest.spyOn(judge, 'judgeDayOf').mockRejectedValueOnce(new Error('The hall cannot be read.'));
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    await finder.find();
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
    expect(await listed()).toMatchObject([{ id: 1, rule: 'frozen_meter' }]);
    await finder.find();
    const [night, frozen, ...others] = await listed();
    expect(others).toEqual([]);
    // 2 kW above 40 % of 10 kW, in 20 nights of 5 hours in 28 days.
    expect(night).toMatchObject({
      id: 2,
      rule: 'night_load',
      areaId: 1,
      status: 'open',
      pointCode: null,
      objectId: null,
      kwhPerMonth: 217.411,
      costPerMonth: 54.35,
      currency: 'EUR',
      dismissal: null,
      evidence: [
        { code: 'nights', value: 20 },
        { code: 'nightKw', value: 6 },
        { code: 'dayKw', value: 10 },
        { code: 'sharePercent', value: 60 },
      ],
    });
    expect(frozen).toMatchObject({
      id: 1,
      areaId: 2,
      pointCode: 'ANNEX',
      objectId: 1,
      kwhPerMonth: 0,
      costPerMonth: null,
      evidence: [{ code: 'equalHours', value: 8 * 24 }],
    });
    const events = await database.dataSource.manager.findBy(TriggerOccurrenceEntity, { name: 'loss.found' });
    expect(events.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ event: 'loss.found', lossId: 1, rule: 'frozen_meter', pointCode: 'ANNEX' }),
      expect.objectContaining({ lossId: 2, rule: 'night_load', costPerMonth: 54.35, currency: 'EUR' }),
    ]);
    const { next = '' } = await losses.list({ limit: 1 });
    expect((await losses.list({ limit: 1, after: next })).items).toEqual([frozen]);
  });

  it('of a later day continue those of an earlier day, and have one alert each', async () => {
    const before = await listed();
    clock.advance(DAY_MS);
    await take('HALL', 28, 29, hallLoad);
    await finder.find();
    const [night, frozen] = await listed();
    expect(night).toEqual({ ...before[0], lastSeenAt: clock.now() });
    // The last day of the meter has no hours, so the rule cannot judge it.
    expect(frozen).toEqual(before[1]);
    const alert = { type: 'loss', state: 'active' };
    expect(await alerts()).toEqual([
      {
        ...alert,
        areaId: 2,
        originator: 'loss:1',
        value: 0,
        message: 'The energy of ANNEX has not changed for 192 hours.',
      },
      {
        ...alert,
        areaId: 1,
        originator: 'loss:2',
        value: 217.411,
        message: 'About 217.411 kWh are lost per month. They cost about 54.35 EUR.',
      },
    ]);
  });

  it('of the past are found by a test of a rule, day by day', async () => {
    const annex = { areaId: 2, from: dateAt(0), to: dateAt(29) };
    const frozen = await rules.test({ rule: 'frozen_meter', ...annex });
    const losing = frozen.flatMap(({ date, outcome }) => (outcome === 'loss' ? [date] : []));
    expect(losing).toEqual([21, 22, 23, 24, 25, 26, 27, 28].map(dateAt));
    const night = await rules.test({ rule: 'night_load', ...annex, areaId: 1 });
    const none = { reason: null, kwhPerMonth: null };
    expect(night[14]).toMatchObject({ date: dateAt(14), outcome: 'loss', reason: null });
    expect(night[13]).toMatchObject({
      outcome: 'cannot_judge',
      reason: { code: 'loss_days_missing', values: { days: 13, least: 14 } },
    });
    const early = { rule: 'early_start', ...annex } as const;
    expect((await rules.test(early))[28]?.reason?.code).toBe('loss_without_calendar');
    const calendar = { name: 'Offices', timezone: null, areaIds: [2], exceptions: [] };
    const weekly = [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '18:00' }));
    await database.dataSource.manager.save(CalendarEntity, { ...calendar, weekly });
    const calm = { areaId: 2, date: dateAt(28), energyType: 'electricity', outcome: 'none', ...none };
    expect((await rules.test(early))[28]).toEqual(calm);
    const strict = await rules.test({ ...early, settings: { hours: 1 } });
    expect(strict[28]).toMatchObject({ outcome: 'loss' });
    const drift = await rules.test({ rule: 'drifting_meter', ...annex });
    expect(drift[28]?.reason).toMatchObject({
      code: 'loss_without_siblings',
      values: { count: 1, least: 3 },
    });
    const band = await rules.test({ rule: 'outside_band', ...annex });
    expect(band[28]?.reason?.code).toBe('loss_without_baseline');
    const year = { rule: 'night_load', areaId: 2, from: '2026-01-01' } as const;
    expect(await rules.test({ ...year, to: '2027-01-02' })).toHaveLength(366);
    await expect(rules.test({ ...year, to: '2027-01-03' })).rejects.toMatchObject({
      details: [{ path: 'to', code: 'range_too_long' }],
    });
    await expect(rules.test({ ...early, settings: { days: 1 } })).rejects.toMatchObject({
      details: [{ path: 'settings.days', code: 'unknown_field_of' }],
    });
    await expect(rules.test({ ...early, areaId: 99 })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('of the past are found by a test of a rule in all areas that have what the rule judges', async () => {
    const range = { from: dateAt(27), to: dateAt(29) };
    const test = { rule: 'frozen_meter', ...range } as const;
    const each = [await rules.test({ ...test, areaId: 1 }), await rules.test({ ...test, areaId: 2 })];
    expect(await rules.test(test)).toEqual(each.flat());
    expect(each.map((days) => days.map(({ areaId, outcome }) => [areaId, outcome]))).toEqual([
      [
        [1, 'none'],
        [1, 'none'],
      ],
      [
        [2, 'loss'],
        [2, 'loss'],
      ],
    ]);
    expect(await rules.test({ rule: 'air_hunting', ...range })).toEqual([]);
    const areasOf = jest.spyOn(judge, 'areasOf').mockResolvedValueOnce(Array.from({ length: 11 }, () => 1));
    await expect(
      rules.test({ rule: 'night_load', from: '2026-01-01', to: '2026-12-01' }),
    ).rejects.toMatchObject({
      details: [{ path: 'areaId', code: 'too_many_area_days', values: { areas: 11, days: 334, most: 3660 } }],
    });
    areasOf.mockRestore();
  });

  it('stay dismissed until they are gone, and are new afterwards', async () => {
    const reason = 'The cold store runs at night.';
    await losses.dismiss(engineer, 2, reason);
    await expect(losses.dismiss(engineer, 2, reason)).rejects.toMatchObject({ code: 'loss_not_open' });
    await expect(losses.dismiss(engineer, 99, reason)).rejects.toMatchObject({ kind: 'not_found' });
    await finder.find();
    const dismissal = { reason, by: 'erik', at: clock.now().toISOString() };
    expect((await losses.list({ status: 'dismissed', limit: 20 })).items).toMatchObject([
      { id: 2, dismissal },
    ]);
    await rules.change(engineer, 'night_load', { settings: { sharePercent: 60 } });
    await finder.find();
    expect((await losses.list({ areaId: 1, limit: 20 })).items).toMatchObject([{ id: 2, status: 'gone' }]);
    await rules.change(engineer, 'night_load', { settings: { sharePercent: 50 } });
    await rules.change(engineer, 'frozen_meter', { enabled: false });
    await finder.find();
    expect((await listed()).map(({ id, status }) => [id, status])).toEqual([
      [2, 'gone'],
      [3, 'open'],
      [1, 'gone'],
    ]);
    expect((await alerts()).map(({ state }) => state)).toEqual(['cleared', 'cleared', 'active']);
    const entries = await database.dataSource.manager.find(AuditEntryEntity);
    expect(entries.map(({ action }) => action)).toContain('loss.dismissed');
    await areas.replace(engineer, [{ id: 2 }]);
    await finder.find();
    expect((await alerts()).map(({ state }) => state)).toEqual(['cleared', 'cleared', 'cleared']);
    expect(await database.dataSource.manager.countBy(LossEntity, { areaId: 1 })).toBe(0);
  });

  it('of air handling units are found from the history of their points', async () => {
    // An area without meters.
    const { areas: stored } = await areas.replace(engineer, [{ id: 2 }, { name: 'Attic' }]);
    const attic = stored.find(({ name }) => name === 'Attic')?.id ?? 0;
    const points = {
      supplyTemperature: 'SAT',
      fanStatus: 'FAN',
      supplySetpoint: 'SETPOINT',
      heatingValve: 'VALVE',
    };
    const unit = { name: 'AHU 1', areaId: attic, minDamperPercent: 20, airflowM3PerHour: 1000 };
    await expect(units.replace(engineer, [{ ...unit, areaId: 99, points }])).rejects.toMatchObject({
      details: [{ path: 'airHandlers[0].areaId', code: 'unknown_record' }],
    });
    await expect(
      units.replace(engineer, [
        { ...unit, points },
        { ...unit, points },
      ]),
    ).rejects.toMatchObject({
      details: [{ path: 'airHandlers[1].points.supplyTemperature', code: 'air_point_repeated' }],
    });
    const test = { rule: 'air_heating_weak', areaId: attic, from: dateAt(27), to: dateAt(29) } as const;
    expect((await rules.test(test))[0]?.reason?.code).toBe('air_without_unit');
    await units.replace(engineer, [
      { ...unit, points },
      { ...unit, points: { ...points, supplyTemperature: 'SAT2', supplySetpoint: 'OLD' } },
    ]);
    // 4 K below the setpoint with its error, from 06:30 to 10:00, in air of 1000 m³/h
    const kwhPerMonth = expect.closeTo(((4 * 1000 * 1.2 * 1.006) / 3600) * 3.5 * (365.25 / 12), 2) as number;
    const loss = { areaId: attic, energyType: null, outcome: 'loss', reason: null, kwhPerMonth };
    const days = [27, 28].map((day) => ({ date: dateAt(day), ...loss }));
    expect(await rules.test(test)).toEqual(days);
    expect(await rules.test({ ...test, areaId: undefined })).toEqual(days);
    const strict = await rules.test({ ...test, settings: { hours: 4 } });
    expect(strict[0]).toMatchObject({ outcome: 'none' });
    expect((await rules.test({ ...test, rule: 'air_cooling_weak' }))[0]?.reason?.code).toBe(
      'air_points_missing',
    );
    await expect(rules.test({ ...test, to: dateAt(27 + 367) })).rejects.toMatchObject({
      details: [{ path: 'to', code: 'range_too_long', values: { most: 366 } }],
    });
    await finder.find();
    const found = (await listed()).find(({ rule }) => rule === 'air_heating_weak');
    expect(found).toMatchObject({ pointCode: 'SAT', status: 'open', costPerMonth: null });
    await units.replace(engineer, []);
    await finder.find();
    expect((await listed()).find(({ id }) => id === found?.id)?.status).toBe('gone');
  });

  it('of each energy type of an area are found, priced and ended on their own', async () => {
    const meter = { kind: 'interval', intervalSeconds: 3600, since: '2026-01-01' } as const;
    const electricity = { ...meter, pointCode: 'SHOP' };
    const gas = { ...meter, pointCode: 'BOILER', energyType: 'gas' } as const;
    const water = { ...meter, pointCode: 'WATER', energyType: 'water' } as const;
    const { areas: stored } = await areas.replace(engineer, [
      { name: 'Shop', meters: [electricity, gas, water] },
    ]);
    const shop = stored[0]?.id ?? 0;
    for (const { pointCode } of [electricity, gas, water]) await take(pointCode, 0, 29, hallLoad);
    await rules.change(engineer, 'night_load', { settings: { sharePercent: 40 } });
    const ofShop = async () => (await losses.list({ areaId: shop, status: 'open', limit: 20 })).items;
    await finder.find();
    const night = { rule: 'night_load', pointCode: null, kwhPerMonth: 217.411 } as const;
    const found = await ofShop();
    expect(found).toMatchObject([
      { ...night, energyType: 'electricity', costPerMonth: 54.35 },
      { ...night, energyType: 'gas', costPerMonth: 21.74 },
      { ...night, energyType: 'water', costPerMonth: null },
    ]);
    const originators = found.map(({ id }) => `loss:${id}`);
    expect((await activeAlerts()).toSorted()).toEqual(originators.toSorted());
    const test = { rule: 'night_load', areaId: shop, from: dateAt(28), to: dateAt(29) } as const;
    expect(await rules.test(test)).toEqual(
      (['electricity', 'gas', 'water'] as const).map((energyType) => ({
        areaId: shop,
        date: dateAt(28),
        energyType,
        outcome: 'loss',
        reason: null,
        kwhPerMonth: 217.411,
      })),
    );
    // Losses of older versions have no energy type. They continue as losses of electricity.
    const [first, , last] = found;
    await database.dataSource.manager.update(LossEntity, { id: first?.id }, { energyType: null });
    await areas.replace(engineer, [{ id: shop, meters: [electricity, water] }]);
    await finder.find();
    expect(await ofShop()).toEqual([{ ...first, energyType: null }, last]);
    expect(await activeAlerts()).toHaveLength(2);
  });

  it('of baselines of each energy type are found, priced and ended on their own', async () => {
    const meter = { kind: 'interval', intervalSeconds: 3600, since: '2026-01-01' } as const;
    const { areas: stored } = await areas.replace(engineer, [
      {
        name: 'Works',
        meters: [
          { ...meter, pointCode: 'WORKS' },
          { ...meter, pointCode: 'STEAM', energyType: 'gas' },
          { ...meter, pointCode: 'WELL', energyType: 'water' },
        ],
      },
    ]);
    const works = stored[0]?.id ?? 0;
    const period = { from: '2025-01-01', to: '2026-01-01', reportingFrom: '2026-01-01' };
    const baseline = { ...period, name: 'Before', areaId: works } as const;
    const gas = await baselines.create(engineer, { ...baseline, energyType: 'gas' });
    const water = await baselines.create(engineer, { ...baseline, energyType: 'water' });
    const actual = new Map([
      [gas.id, 130],
      [water.id, 140],
    ]);
    // A fit would need a year of temperatures.
    jest.spyOn(savings, 'savings').mockImplementation((id) => {
      const points = [22, 23, 24, 25, 26, 27, 28].map((day) => ({
        startMs: FIRST_MS + day * DAY_MS,
        actual: actual.get(id) ?? null,
        expected: 100,
        low: 80,
        high: 120,
        cumulativeSaving: 0,
        coverage: 1,
      }));
      return Promise.resolve({ points, saving: null, missing: null });
    });
    const found = async () => (await losses.list({ areaId: works, status: 'open', limit: 20 })).items;
    await finder.find();
    const [ofGas, ofWater] = await found();
    const band = { rule: 'outside_band', pointCode: null } as const;
    expect([ofGas, ofWater]).toMatchObject([
      { ...band, energyType: 'gas', kwhPerMonth: 913.125, costPerMonth: 91.31 },
      { ...band, energyType: 'water', kwhPerMonth: 1217.5, costPerMonth: null },
    ]);
    expect(await activeAlerts()).toHaveLength(2);
    const test = { rule: 'outside_band', areaId: works, from: dateAt(29), to: dateAt(30) } as const;
    expect(await rules.test(test)).toMatchObject([
      { energyType: 'electricity', outcome: 'cannot_judge', reason: { code: 'loss_without_baseline' } },
      { energyType: 'gas', outcome: 'loss', kwhPerMonth: 913.125 },
      { energyType: 'water', outcome: 'loss', kwhPerMonth: 1217.5 },
    ]);
    actual.set(gas.id, 90);
    await finder.find();
    expect(await found()).toEqual([ofWater]);
    await baselines.remove(engineer, water.id);
    await finder.find();
    expect(await found()).toEqual([]);
    expect(await activeAlerts()).toEqual([]);
  });
});
