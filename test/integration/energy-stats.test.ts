import {
  AreasService,
  AuditService,
  ConfigurationService,
  EnergyDetailsService,
  EnergyStatsService,
  MeterUpkeepService,
} from '@app/domain';
import {
  type AreaInput,
  CommonHoursService,
  CompletenessService,
  EnergyScopeService,
  EnergySumsService,
  HourlyFiguresService,
  ReadingIntakeService,
  RollupService,
} from '@app/domain/testing';
import { MeterDayEntity, MeterEntity, PlatformConfigurationEntity } from '@app/entities';
import { FixedClock } from '@app/kernel';
import { modelQuarters, type ModelQuarter, type ModelReading } from '../factories/energy-model';
import { modelComparison, modelDays, modelFigures } from '../factories/hour-model';
import { putOneArea } from '../factories/one-area';
import { rowsRead } from '../factories/rows-read';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

type MeterInput = NonNullable<AreaInput['meters']>[number];

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;
/** The beginning of twelve days in which the clocks change on Lord Howe Island. */
const FIRST = Date.parse('2024-03-29T00:00Z');
const DAYS = 12;
const NOW = FIRST + DAYS * DAY_MS;
const METERS = [
  { pointCode: 'EXPORT', kind: 'interval', intervalSeconds: 3600, stampedAt: 'end' },
  { pointCode: 'HALF-HOURS', kind: 'interval', intervalSeconds: 1800, maxPowerKw: 19 },
  { pointCode: 'REGISTER', kind: 'cumulative', intervalSeconds: 420, registerMax: 1000 },
  // With this multiplier, the milliwatt-hours of one hour exceed 32 bits.
  { pointCode: 'MAINS', kind: 'power', intervalSeconds: 600, multiplier: 4000 },
] as const satisfies MeterInput[];

type Settings = MeterInput & Pick<Required<MeterInput>, 'kind' | 'intervalSeconds'>;
const backfilled = ({ liveFrom }: MeterEntity) => ({ backfilledTo: liveFrom });

describe('figures of a random site', () => {
  const signal = new AbortController().signal;
  let database: TestDatabase;

  beforeAll(async () => (database = await openDatabase()));
  afterAll(() => database.drop());

  /** Creates the services of a platform in the time zone `zone`. */
  async function servicesIn(zone: string) {
    const { dataSource } = database;
    const clock = new FixedClock(NOW);
    const environment = testEnvironment({ PLATFORM_TIMEZONE: zone, READING_RETENTION_DAYS: 5 });
    const audit = new AuditService(dataSource, clock);
    const platform = new ConfigurationService(dataSource, environment, clock, audit);
    await platform.ensure();
    await dataSource.manager.update(PlatformConfigurationEntity, 1, { timezone: zone });
    const areas = new AreasService(dataSource, platform, clock, audit);
    const sums = new EnergySumsService(dataSource);
    const hourly = new HourlyFiguresService(dataSource, sums, new CommonHoursService(sums));
    const completeness = new CompletenessService(dataSource, sums, clock);
    const rollups = new RollupService();
    return {
      areas,
      hourly,
      stats: new EnergyStatsService(areas, hourly, completeness, platform, clock),
      details: new EnergyDetailsService(new EnergyScopeService(areas, platform, environment), sums),
      intake: new ReadingIntakeService(dataSource, rollups),
      upkeep: new MeterUpkeepService(dataSource, rollups, platform, environment, clock),
    };
  }
  type Services = Awaited<ReturnType<typeof servicesIn>>;

  /** Removes the meters of the previous random case. */
  async function emptySite({ areas, upkeep }: Services): Promise<void> {
    await putOneArea(areas, { name: 'Hall', meters: [] });
    for (const { id } of await database.dataSource.manager.find(MeterEntity)) await upkeep.remove(id, signal);
  }

  /**
   * Stores the readings in random order and random batches, and then corrects some of them.
   * @returns the last version of each reading
   */
  async function takeReadings(
    { intake }: Services,
    meterId: number,
    readings: ModelReading[],
    random: () => number,
  ): Promise<ModelReading[]> {
    const rest = [...readings];
    while (rest.length > 0) {
      const start = Math.floor(random() * rest.length);
      await intake.take(meterId, rest.splice(start, 1 + Math.floor(random() * 300)), {
        progress: backfilled,
      });
    }
    const corrected = readings.map((reading) => {
      const chance = random();
      if (chance < 0.02) return { ...reading, quality: 2 };
      return chance < 0.04 ? { ...reading, value: random() * 9 } : reading;
    });
    await intake.take(meterId, corrected);
    return corrected;
  }

  it.each([
    { zone: 'Asia/Kathmandu', seed: 20_240_332 },
    { zone: 'Australia/Lord_Howe', seed: 20_240_334 },
  ])('figures equal the figures of the reference model in $zone (seed $seed)', async ({ zone, seed }) => {
    const random = randomFrom(seed);
    const services = await servicesIn(zone);
    await emptySite(services);
    let meters = await putOneArea(services.areas, { name: 'Hall', meters: [...METERS] });
    const readings = new Map<number, ModelReading[]>();
    for (const meter of meters) {
      readings.set(meter.id, await takeReadings(services, meter.id, randomReadings(meter, random), random));
    }

    const assertModel = async (): Promise<void> => {
      const quarters = meters.map((meter) => modelQuarters(meter, readings.get(meter.id) ?? []));
      await assertFigures(services, meters, quarters, zone, random);
      // Without `daysZone`, the figures are computed from hours instead of stored days.
      const withoutDays = meters.map((meter) => Object.assign(new MeterEntity(), meter, { daysZone: null }));
      await assertFigures(services, withoutDays, quarters, zone, random);
      // The product counts power meters only in areas without other meters.
      const counted = quarters.filter((_, index) => meters[index]?.kind !== 'power');
      await assertDays(services, counted, zone);
    };
    await assertModel();

    const changed: Settings[] = METERS.map((meter) => ({ ...meter, multiplier: 2.5, maxPowerKw: 30 }));
    meters = await putOneArea(services.areas, { name: 'Hall', meters: changed });
    for (const { id } of meters) await services.upkeep.rebuild(id, signal);
    await assertModel();

    await services.upkeep.prune(signal);
    for (const { id } of meters) await services.intake.take(id, readings.get(id) ?? []);
    await assertModel();

    await database.dataSource.manager.updateAll(MeterEntity, { daysZone: null });
    for (const { id } of meters) await services.upkeep.rebuildDays(id);
    expect(await database.dataSource.manager.count(MeterDayEntity)).toBeGreaterThan(0);
    await assertModel();
  });

  async function assertFigures(
    { hourly }: Services,
    meters: readonly MeterEntity[],
    quarters: readonly Map<number, ModelQuarter>[],
    zone: string,
    random: () => number,
  ): Promise<void> {
    for (const current of randomRanges(4, random)) {
      const previous = { startMs: 2 * current.startMs - current.endMs, endMs: current.startMs };
      const expected = {
        now: modelFigures(quarters, current, zone),
        ...modelComparison(quarters, { current, previous }),
      };
      const figures = await hourly.compare(meters, { current, previous }, zone);
      expect([current, figures]).toEqual([current, expected]);
    }
  }

  async function assertDays(
    { details }: Services,
    quarters: readonly Map<number, ModelQuarter>[],
    zone: string,
  ): Promise<void> {
    for (const range of [
      { startMs: FIRST - DAY_MS, endMs: NOW },
      { startMs: FIRST + 30.5 * HOUR_MS, endMs: FIRST + 7.3 * DAY_MS },
    ]) {
      const [from, to] = [new Date(range.startMs).toISOString(), new Date(range.endMs).toISOString()];
      const points = await details.points({ from, to, interval: 'day' });
      const expected = modelDays(quarters, range, zone);
      expect(points.map(({ timestamp }) => timestamp)).toEqual(expected.map(({ timestamp }) => timestamp));
      for (const [index, { value, coverage }] of points.entries()) {
        expect(coverage).toBe(expected[index]?.coverage);
        expect(value === null).toBe(expected[index]?.value === null);
        expect(value ?? 0).toBeCloseTo(expected[index]?.value ?? 0, 2);
      }
    }
  }

  it('figures count partial hours of a custom range only in the total', async () => {
    const seed = 20_240_402;
    const random = randomFrom(seed);
    const services = await servicesIn('UTC');
    await emptySite(services);
    const [meter] = await putOneArea(services.areas, { name: 'Hall', meters: [METERS[1]] });
    if (!meter) throw new Error('The area has no meters, so no figure can be computed.');
    const readings = await takeReadings(services, meter.id, randomReadings(meter, random), random);
    const query = { period: 'custom', from: '2024-04-02T06:20Z', to: '2024-04-02T11:40Z' } as const;
    const range = { startMs: Date.parse(query.from), endMs: Date.parse(query.to) };
    const expected = modelFigures([modelQuarters(meter, readings)], range, 'UTC');
    const found = await services.stats.stats(query);
    expect([seed, found.total]).toEqual([seed, expect.closeTo(expected.total ?? Number.NaN, 3)]);
    expect(found.avg).toBeCloseTo(expected.avg ?? Number.NaN, 3);
    expect(found.peakTime).toBe(new Date(expected.peakTimeMs ?? 0).toISOString());
  });

  it('figures need only a few rows per meter and day', async () => {
    const services = await servicesIn('UTC');
    await emptySite(services);
    const meters = await putOneArea(services.areas, { name: 'Hall', meters: METERS.slice(0, 2) });
    for (const { id, intervalSeconds } of meters) {
      const readings = Array.from({ length: (DAYS * 24 * 3600) / intervalSeconds }, (_, index) => ({
        atMs: FIRST + index * intervalSeconds * 1000,
        value: 1,
        quality: 0,
      }));
      await services.intake.take(id, readings);
    }
    const middle = FIRST + (DAYS / 2) * DAY_MS;
    const periods = {
      previous: { startMs: FIRST + DAY_MS, endMs: middle },
      current: { startMs: middle, endMs: NOW - DAY_MS },
    };
    const { result, reads } = await rowsRead(database.dataSource, (dataSource) => {
      const sums = new EnergySumsService(dataSource);
      const common = new CommonHoursService(sums);
      return new HourlyFiguresService(dataSource, sums, common).compare(meters, periods, 'UTC');
    });
    expect([result.now.total, result.comparedShare]).toEqual([5 * 24 * 3, 1]);
    // One statement reads the bounds of the stored hours, one the days of the current period, and one the days of both
    // periods. Hours are read only for days with gaps.
    expect(reads).toHaveLength(3);
    expect(Math.max(...reads)).toBeLessThan(4 * DAYS * meters.length);
  });
});

/** Generates readings with gaps of hours, missing single readings, and negative energy. */
function randomReadings({ pointCode, intervalSeconds }: MeterEntity, random: () => number): ModelReading[] {
  const readings: ModelReading[] = [];
  let register = 0;
  for (let atMs = FIRST; atMs < NOW; atMs += intervalSeconds * 1000) {
    const isInGap = Math.floor((atMs - FIRST) / HOUR_MS) % 29 < 5;
    register = (register + random()) % 1000;
    const value = pointCode === 'REGISTER' ? register : random() * 10 - (pointCode === 'EXPORT' ? 5 : 0);
    if (!isInGap && random() > 0.1) readings.push({ atMs, value, quality: 0 });
  }
  return readings;
}

/** Generates short and long ranges. Some begin and end on hours, quarters or minutes, and others do not. */
function randomRanges(count: number, random: () => number): { startMs: number; endMs: number }[] {
  return Array.from({ length: count }, (_, index) => {
    const grainMs = [HOUR_MS, 15 * MINUTE_MS, MINUTE_MS, 1][index % 4] ?? 1;
    const longestMs = index % 5 === 0 ? 2 * HOUR_MS : DAYS * DAY_MS;
    const firstMs = Math.floor((random() * (DAYS * DAY_MS + 8 * HOUR_MS)) / grainMs) * grainMs;
    const startMs = FIRST - 5 * HOUR_MS + firstMs;
    return { startMs, endMs: startMs + (1 + Math.floor((random() * longestMs) / grainMs)) * grainMs };
  });
}

/** Returns a Mulberry32 generator of random numbers. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
