import {
  AlertsService,
  AreasService,
  AuditService,
  CarbonFactorsService,
  ConfigurationService,
  CostsService,
  EmissionsService,
  EnergyChartService,
  EnergyDetailsService,
  EnergyStatsService,
  AreaCardsService,
  SiteOverviewService,
} from '@app/domain';
import {
  CarbonFactorSource,
  PublicAreasService,
  PublicCourseService,
  CommonHoursService,
  CompletenessService,
  EnergyScopeService,
  EnergySumsService,
  HourlyFiguresService,
  OverviewStatsService,
  RatedPointsService,
  RatedSumsService,
  ReadingIntakeService,
  RollupService,
  SiteAmountsService,
} from '@app/domain/testing';
import { BuildingObjectEntity, ModelEntity, PointEntity, PointValueEntity } from '@app/entities';
import type { EventBus } from '@app/events';
import { Actor, FixedClock } from '@app/kernel';
import { AlertDesk, aRaise } from '../factories/alert-desk';
import { loggedQueries } from '../factories/logged-queries';
import { WorkDesk } from '../factories/work-desk';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const HOUR_MS = 3_600_000;
/** 12:30 in Berlin. */
const NOW = '2026-03-18T11:30:00.000Z';
const FIRST_MS = Date.parse('2025-12-25T00:00Z');

const MODEL = {
  name: 'Hall',
  description: null,
  version: '1',
  storageKey: 'hall.glb',
  staticName: 'hall.glb',
  fileName: 'hall.glb',
  mimeType: 'model/gltf-binary',
  sizeBytes: 1,
  sha256: '0'.repeat(64),
  createdAt: new Date(0),
};

describe('the overview', () => {
  const clock = new FixedClock(Date.parse(NOW));
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase();
    const { configuration } = services();
    await configuration.ensure();
    const periods = [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '06:00', pricePerKwh: 0.1234 }];
    const tariffs = { electricity: { currency: 'EUR', default: 0.3217, periods } };
    await configuration.change(Actor.system('test'), { tariffs });
    await putHalls(2);
  });
  afterAll(() => database.drop());

  const services = () => {
    const { dataSource } = database;
    const environment = testEnvironment({ PLATFORM_TIMEZONE: 'Europe/Berlin' });
    const audit = new AuditService(dataSource, clock);
    const configuration = new ConfigurationService(dataSource, environment, clock, audit);
    const areas = new AreasService(dataSource, configuration, clock, audit);
    const sums = new EnergySumsService(dataSource);
    const scopes = new EnergyScopeService(areas, configuration, environment);
    const rated = new RatedSumsService(sums);
    const points = new RatedPointsService(rated);
    const source = new CarbonFactorSource(environment);
    const factors = new CarbonFactorsService(dataSource, source, configuration, audit, clock);
    const emissions = new EmissionsService(scopes, points, factors, configuration);
    const costs = new CostsService(scopes, points, configuration);
    const amounts = new SiteAmountsService(sums, rated, emissions, costs);
    const hourly = new HourlyFiguresService(dataSource, sums, new CommonHoursService(sums));
    const completeness = new CompletenessService(dataSource, sums, clock);
    const bus = { publish: () => undefined } as unknown as EventBus;
    const work = new WorkDesk(database, clock);
    const unused = {} as never;
    const alerts = new AlertsService(dataSource, unused, configuration, audit, clock);
    return {
      configuration,
      areas,
      emissions,
      costs,
      cards: new AreaCardsService(dataSource, areas, sums, configuration, bus, clock),
      details: new EnergyDetailsService(scopes, sums),
      stats: new EnergyStatsService(areas, hourly, completeness, configuration, clock),
      overview: new SiteOverviewService(
        new OverviewStatsService(dataSource, areas, amounts, completeness, configuration, clock),
        alerts,
        work.faults,
        work.maintenance,
      ),
      chart: new EnergyChartService(areas, amounts, completeness, configuration, clock),
      amounts,
    };
  };

  const aValue = (code: string, quality: number, minutesAgo: number) => ({
    code,
    quality,
    value: 1,
    measuredAt: new Date(clock.nowMs() - minutesAgo * 60_000),
  });

  /** Creates a site with `count` halls. Each hall has a meter, and all meters get the same readings. */
  async function putHalls(count: number, fromMs = FIRST_MS): Promise<void> {
    const { areas } = services();
    const known = (await areas.site()).areas;
    const meter = { kind: 'interval' as const, intervalSeconds: 3600 };
    const site = await areas.replace(Actor.system('test'), [
      { id: known[0]?.id, name: 'Site' },
      ...Array.from({ length: count }, (_, index) => ({
        id: known[index + 1]?.id,
        name: `Hall ${index}`,
        parentIndex: 0,
        meters: [{ pointCode: `HALL-${index}`, ...meter }],
      })),
    ]);
    const intake = new ReadingIntakeService(database.dataSource, new RollupService());
    const hours = Math.floor((clock.nowMs() - fromMs) / HOUR_MS);
    for (const { id } of [...site.metersByArea.values()].flat()) {
      const readings = Array.from({ length: hours }, (_, hour) => ({
        atMs: fromMs + hour * HOUR_MS,
        value: 1 + ((hour * 7919) % 1009) / 1000,
        quality: 0,
      }));
      await intake.take(id, readings);
    }
  }

  it('the overview has the same figures as the other routes', async () => {
    const { overview, stats, cards, emissions, costs } = services();
    const [card] = await cards.cards();
    const today = { areaId: 1, from: '2026-03-18', to: NOW, interval: 'day' as const };
    const month = { areaId: 1, from: '2026-03-01', to: NOW, interval: 'month' as const };
    const found = await overview.stats();
    expect(found).toEqual({
      currentPower: card?.currentPower,
      energyToday: (await stats.stats({ period: 'today' })).total,
      energyMonth: (await stats.stats({ period: 'thisMonth' })).total,
      carbonToday: (await emissions.points(today))[0]?.value,
      carbonMonth: (await emissions.points(month))[0]?.value,
      costMonth: (await costs.points(month))[0]?.value,
      currency: 'EUR',
      // The readings end half an hour ago, because their intervals last an hour.
      coverage: 0.96,
      silentMeters: [],
      activeAlerts: 0,
      openFaults: 0,
      openMaintenance: 0,
      points: { total: 0, online: 0 },
      updatedAt: NOW,
    });
    expect([card?.energyToday, card?.energyMonth]).toEqual([found.energyToday, found.energyMonth]);
    for (const value of [found.energyToday, found.carbonMonth, found.costMonth])
      expect(value).toBeGreaterThan(1);
  });

  it('the public figures of the site count each meter once, also if two trees of areas have it', async () => {
    const { areas, cards, details, stats, overview, amounts } = services();
    const before = (await areas.site()).areas;
    const own = before.map(({ id, name }) => ({
      id,
      name,
      parentIndex: id === before[0]?.id ? undefined : 0,
    }));
    const meter = { kind: 'interval' as const, intervalSeconds: 3600 };
    const meters = [{ pointCode: 'HALL-0', ...meter }];
    const halls = own.map((area, index) =>
      index === 0 ? area : { ...area, meters: [{ pointCode: `HALL-${index - 1}`, ...meter }] },
    );
    await areas.replace(Actor.system('test'), [...halls, { name: 'Tenants', meters }]);
    const figures = new PublicAreasService(cards, details, areas, amounts, stats);
    const site = await figures.site(clock.nowMs(), 'Europe/Berlin');
    const { currentPower } = await overview.stats();
    const areaId = before[0]?.id;
    const yesterday = { period: 'custom' as const, from: '2026-03-17', to: '2026-03-18' };
    const today = await stats.stats({ period: 'today', areaId });
    expect(site).toEqual({
      currentPower,
      energyToday: today.total,
      energyYesterday: (await stats.stats({ ...yesterday, areaId })).total,
      comparedToYesterday: today.comparedToLastPeriod.total,
      coverage: today.coverage,
      silentMeterCount: 0,
    });
    expect(site.energyToday).toBeGreaterThan(1);
    const courses = new PublicCourseService(areas, new EnergySumsService(database.dataSource));
    const {
      today: hours,
      yesterday: hoursBefore,
      week,
    } = await courses.course(clock.nowMs(), 'Europe/Berlin');
    const points = await details.points({
      areaId,
      from: '2026-03-17',
      to: '2026-03-19',
      interval: 'hour',
    });
    const measured = points.filter(({ timestamp }) => Date.parse(timestamp) <= clock.nowMs());
    expect([...hoursBefore, ...hours].map(({ timestamp }) => timestamp)).toEqual(
      measured.map(({ timestamp }) => timestamp),
    );
    // The hours before the current one were measured completely.
    expect([...hoursBefore, ...hours].slice(0, -1).map(({ kw }) => kw)).toEqual(
      measured.slice(0, -1).map(({ value }) => value),
    );
    expect(week.map(({ date }) => date)).toEqual([12, 13, 14, 15, 16, 17, 18].map((day) => `2026-03-${day}`));
    expect(week.slice(-2).map(({ energy }) => energy)).toEqual([site.energyYesterday, site.energyToday]);
    await areas.replace(Actor.system('test'), halls);
  });

  it('the overview has null as each figure of an energy type that no meter measures', async () => {
    expect(await services().overview.stats('gas')).toMatchObject({
      currentPower: null,
      energyToday: null,
      carbonMonth: null,
      costMonth: null,
    });
  });

  it.each([
    ['today', 'hour', '2026-03-18', '2026-03-17', '2026-03-17T11:30Z'],
    ['thisWeek', 'day', '2026-03-16', '2026-03-09', '2026-03-11T11:30Z'],
    ['thisMonth', 'day', '2026-03-01', '2026-02-01', '2026-02-18T11:30Z'],
    ['thisYear', 'month', '2026-01-01', '2025-01-01', '2025-03-18T11:30Z'],
  ] as const)(
    'the overview has the chart of %s by %s, compared with the same part of the previous period',
    async (period, interval, from, previousFrom, previousTo) => {
      const { chart, details } = services();
      const bars = async (query: { from: string; to: string }) =>
        (await details.points({ areaId: 1, interval, ...query })).map(({ timestamp, value }) => ({
          timestamp,
          value,
        }));
      const { coverage, silentMeters, ...charted } = await chart.chart(period);
      expect([coverage > 0.95, silentMeters]).toEqual([true, []]);
      expect(charted).toEqual({
        interval,
        unit: 'kWh',
        current: await bars({ from, to: NOW }),
        previous: await bars({ from: previousFrom, to: previousTo }),
      });
    },
  );

  it('the overview counts points as online if they have a recent value that is not bad', async () => {
    const { manager } = database.dataSource;
    const { id: modelId } = await manager.save(ModelEntity, MODEL);
    const { id: objectId } = await manager.save(BuildingObjectEntity, {
      name: 'Hall',
      code: 'HALL',
      modelId,
      description: null,
      nodeName: null,
    });
    const aPoint = (code: string) => ({ code, name: code, objectId, unit: null, dataType: null });
    await manager.insert(PointEntity, ['FRESH', 'UNCERTAIN', 'BAD', 'OLD', 'SILENT'].map(aPoint));
    await manager.insert(PointValueEntity, [
      aValue('FRESH', 0, 15),
      aValue('UNCERTAIN', 1, 0),
      aValue('BAD', 2, 0),
      aValue('OLD', 0, 16),
      aValue('NO-POINT', 0, 0),
    ]);
    expect((await services().overview.stats()).points).toEqual({ total: 5, online: 2 });
  });

  it('the overview counts active alerts, unresolved faults and unfinished work orders', async () => {
    await new AlertDesk(database, clock).raise(aRaise(), aRaise({ originator: 'P2' }));
    const { faults, maintenance, actor } = new WorkDesk(database, clock);
    for (const steps of [[], ['in_progress'], ['in_progress', 'resolved']] as const) {
      const { id } = await faults.create(actor, { title: 'A fault' });
      for (const status of steps) await faults.change(actor, id, { status });
    }
    for (const steps of [[], ['in_progress', 'on_hold'], ['cancelled']] as const) {
      const { id } = await maintenance.create(actor, { title: 'Some work' });
      for (const status of steps) await maintenance.change(actor, id, { status });
    }
    expect(await services().overview.stats()).toMatchObject({
      activeAlerts: 2,
      openFaults: 2,
      openMaintenance: 2,
    });
  });

  it('a meter that has been silent since yesterday is named, and does not look like a saving', async () => {
    const { stats, areas } = services();
    const expected = await stats.stats({ period: 'today' });
    const meters = [{ pointCode: 'DEAD', kind: 'interval' as const, intervalSeconds: 3600 }];
    const before = (await areas.site()).areas.map(({ id }) => ({ id }));
    const site = await areas.replace(Actor.system('test'), [...before, { name: 'Lift', meters }]);
    const dead = [...site.metersByArea.values()].flat().find(({ pointCode }) => pointCode === 'DEAD');
    const firstMs = Date.parse('2026-03-16T23:00Z');
    const readings = Array.from({ length: 20 }, (_, hour) => ({
      atMs: firstMs + hour * HOUR_MS,
      value: 100,
      quality: 0,
    }));
    await new ReadingIntakeService(database.dataSource, new RollupService()).take(dead?.id ?? 0, readings);

    const { comparedToLastPeriod, ...found } = await stats.stats({ period: 'today' });
    const { coverage: comparedShare, ...changes } = comparedToLastPeriod;
    expect(expected.comparedToLastPeriod).toMatchObject(changes);
    expect(comparedShare).toBeCloseTo((expected.comparedToLastPeriod.coverage * 2) / 3, 5);
    expect(found).toMatchObject({ total: expected.total, silentMeters: ['DEAD'], coverage: 0.64 });
    const { overview, chart, cards, details, amounts } = services();
    const named = { silentMeters: ['DEAD'], coverage: 0.64 };
    expect(await overview.stats()).toMatchObject(named);
    expect(await chart.chart('today')).toMatchObject(named);
    const dashboard = new PublicAreasService(cards, details, areas, amounts, stats);
    expect(await dashboard.site(clock.nowMs(), 'Europe/Berlin')).toMatchObject({
      energyToday: expected.total,
      comparedToYesterday: changes.total,
      silentMeterCount: 1,
    });
    await areas.replace(Actor.system('test'), before);
  });

  it('the overview needs the same number of queries for any number of areas and meters', async () => {
    const before = await queriesOf(async () => void (await services().overview.stats()));
    const chartBefore = await queriesOf(async () => void (await services().chart.chart('thisYear')));
    await putHalls(12, Date.parse('2026-03-17T11:00Z'));
    expect(await queriesOf(async () => void (await services().overview.stats()))).toBe(before);
    expect(await queriesOf(async () => void (await services().chart.chart('thisYear')))).toBe(chartBefore);
    expect(before).toBeGreaterThan(5);
    expect(before).toBeLessThan(40);
  });

  const queriesOf = async (work: () => Promise<void>) =>
    (await loggedQueries(database.dataSource, work)).length;
});
