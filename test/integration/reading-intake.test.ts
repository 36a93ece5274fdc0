// Runs on both profiles: sums are computed in SQL.
import { AreasService, AuditService, MeterUpkeepService, ConfigurationService } from '@app/domain';
import { ReadingIntakeService, RollupService } from '@app/domain/testing';
import {
  ImplausibleStepEntity,
  MeterDayEntity,
  MeterEntity,
  MeterHourEntity,
  ReadingEntity,
} from '@app/entities';
import { FixedClock } from '@app/kernel';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import {
  hourText,
  modelHours,
  type ModelHours,
  type ModelMeter,
  modelImplausible,
} from '../factories/energy-model';
import { putOneArea } from '../factories/one-area';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const NOW = Date.parse('2024-07-01T00:00Z');
const T0 = Date.parse('2024-03-30T00:00Z');
/** A register without limits. */
const PLAIN: ModelMeter = {
  kind: 'cumulative',
  multiplier: 1,
  intervalSeconds: 900,
  stampedAt: 'start',
  registerMax: null,
};

interface Reading {
  atMs: number;
  value: number | null;
  quality: number;
}

describe('the intake of readings', () => {
  let database: TestDatabase;
  let intake: ReadingIntakeService;
  let upkeep: MeterUpkeepService;
  let areas: AreasService;
  let clock: FixedClock;

  beforeAll(async () => {
    database = await openDatabase();
    clock = new FixedClock(NOW);
    const environment = testEnvironment({ PLATFORM_TIMEZONE: 'Europe/London', READING_RETENTION_DAYS: 10 });
    const audit = new AuditService(database.dataSource, clock);
    const configuration = new ConfigurationService(database.dataSource, environment, clock, audit);
    await configuration.ensure();
    const rollups = new RollupService();
    intake = new ReadingIntakeService(database.dataSource, rollups);
    upkeep = new MeterUpkeepService(database.dataSource, rollups, configuration, environment, clock);
    areas = new AreasService(database.dataSource, configuration, clock, audit);
  });

  afterAll(() => database.drop());

  /** Replaces all areas by one area with these meters. Returns the ids of the meters. */
  const withMeters = async (...meters: Parameters<AreasService['replace']>[1][number]['meters'] & object) => {
    return (await putOneArea(areas, { name: 'Site', meters })).map(({ id }) => id);
  };
  const hoursOf = (meterId: number) =>
    database.dataSource.manager.find(MeterHourEntity, { where: { meterId }, order: { hour: 'ASC' } });
  const daysOf = (meterId: number) =>
    database.dataSource.manager.find(MeterDayEntity, { where: { meterId }, order: { startsAt: 'ASC' } });
  /** Returns the ends of the implausible steps. Checks that the meter's row contains their number. */
  const implausibleOf = async (meterId: number) => {
    const { manager } = database.dataSource;
    const steps = await manager.find(ImplausibleStepEntity, { where: { meterId }, order: { endsAt: 'ASC' } });
    const meter = await manager.findOneByOrFail(MeterEntity, { id: meterId });
    expect([meter.implausibleSteps, meter.lastImplausibleAt]).toEqual([
      steps.length,
      steps.at(-1)?.endsAt ?? null,
    ]);
    return steps.map(({ endsAt }) => endsAt.getTime());
  };
  const sumsOf = async (meterId: number) => ({
    hours: (await hoursOf(meterId)).map((row) => Object.assign(row, { meterId: 0 })),
    days: (await daysOf(meterId)).map((row) => Object.assign(row, { meterId: 0 })),
  });

  it('the intake rolls up readings exactly to the milliwatt-hour, even on days of 23 hours', async () => {
    const [meterId = 0] = await withMeters({ pointCode: 'HOURLY', kind: 'interval', intervalSeconds: 3600 });
    const readings = Array.from({ length: 72 }, (_, hour) => ({
      atMs: T0 + hour * HOUR_MS,
      value: 10.8,
      quality: 0,
    }));
    expect(await intake.take(meterId, readings)).toBe(72);
    expect(totalOf(await hoursOf(meterId))).toBe(72 * 10_800_000);
    expect((await daysOf(meterId)).map(({ startsAt, energy }) => [startsAt.toISOString(), energy])).toEqual([
      ['2024-03-30T00:00:00.000Z', 24 * 10_800_000],
      ['2024-03-31T00:00:00.000Z', 23 * 10_800_000],
      ['2024-03-31T23:00:00.000Z', 24 * 10_800_000],
      ['2024-04-01T23:00:00.000Z', 10_800_000],
    ]);
  });

  it('the intake returns the current power of a meter', async () => {
    const [meterId = 0] = await withMeters({ pointCode: 'PRESENT', intervalSeconds: 60 });
    await intake.take(meterId, [
      { atMs: T0, value: 100, quality: 0 },
      { atMs: T0 + 15 * MINUTE_MS, value: 101, quality: 0 },
    ]);
    const meter = await database.dataSource.manager.findOneByOrFail(MeterEntity, { id: meterId });
    expect(meter).toMatchObject({
      lastPowerKw: 4,
      lastSpanSeconds: 900,
      lastReadingAt: new Date(T0 + 900_000),
    });
  });

  it('the intake replaces a stored reading by a correction, even if the correction has bad quality', async () => {
    const [meterId = 0] = await withMeters({
      pointCode: 'CORRECTED',
      kind: 'interval',
      intervalSeconds: 3600,
    });
    await intake.take(meterId, [
      { atMs: T0, value: 1, quality: 0 },
      { atMs: T0 + HOUR_MS, value: 2, quality: 0 },
    ]);
    expect(await intake.take(meterId, [{ atMs: T0, value: 5, quality: 0 }])).toBe(1);
    expect(totalOf(await hoursOf(meterId))).toBe(7_000_000);
    await intake.take(meterId, [{ atMs: T0, value: 5, quality: 2 }]);
    expect(totalOf(await hoursOf(meterId))).toBe(2_000_000);
  });

  it('the intake removes the sums of a day if all readings of the day become bad', async () => {
    const [meterId = 0] = await withMeters({ pointCode: 'BAD DAY', kind: 'interval', intervalSeconds: 3600 });
    const readings = [T0, T0 + 24 * HOUR_MS].map((atMs) => ({ atMs, value: 3, quality: 0 }));
    await intake.take(meterId, readings);
    expect((await daysOf(meterId)).map(({ energy }) => energy)).toEqual([3_000_000, 3_000_000]);
    await intake.take(meterId, [{ atMs: T0, value: 3, quality: 2 }]);
    expect((await daysOf(meterId)).map(({ startsAt }) => startsAt.getTime())).toEqual([T0 + 24 * HOUR_MS]);
    expect(await hoursOf(meterId)).toHaveLength(1);
  });

  it('the intake writes nothing if all readings are already stored', async () => {
    const [meterId = 0] = await withMeters({ pointCode: 'KNOWN' });
    const readings = [{ atMs: T0, value: 1, quality: 0 }];
    expect([await intake.take(meterId, readings), await intake.take(meterId, readings)]).toEqual([1, 0]);
  });

  const anyReadings = fc.uniqueArray(
    fc.record({
      atMs: fc.integer({ min: 0, max: 400 }).map((tenMinutes) => T0 + tenMinutes * 10 * MINUTE_MS),
      value: fc.option(fc.integer({ min: -20, max: 1000 }), { freq: 10 }),
      quality: fc.constantFrom(0, 0, 0, 1, 2),
    }),
    { selector: ({ atMs }) => atMs, minLength: 1, maxLength: 60 },
  );

  const anyMeter = fc.constantFrom<ModelMeter>(
    { ...PLAIN, registerMax: 1000 },
    PLAIN,
    { ...PLAIN, kind: 'interval', intervalSeconds: 600 },
    { ...PLAIN, kind: 'power', intervalSeconds: 600 },
    { ...PLAIN, maxPowerKw: 300 },
    { ...PLAIN, maxPowerKw: 300, registerMax: 1000 },
    { ...PLAIN, kind: 'interval', intervalSeconds: 600, stampedAt: 'end', maxPowerKw: 3000 },
    { ...PLAIN, kind: 'power', intervalSeconds: 600, maxPowerKw: 700 },
  );

  it('the intake computes the same sums as the reference model for a meter of any kind, even if readings arrive in any order and repeatedly', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyMeter,
        anyReadings,
        fc.infiniteStream(fc.nat()),
        async (meter, readings, random) => {
          await withMeters();
          for (const { id } of await database.dataSource.manager.find(MeterEntity)) {
            await upkeep.remove(id, new AbortController().signal);
          }
          const [meterId = 0] = await withMeters({ pointCode: 'MODELLED', ...meter });
          for (const portion of shuffledPortions(readings, () => random.next().value ?? 0)) {
            await intake.take(meterId, portion);
          }
          expect(textsOf(await hoursOf(meterId))).toEqual(modelHours(meter, readings));
          expect(totalOf(await hoursOf(meterId))).toBe(totalOf(await daysOf(meterId)));
          expect(await implausibleOf(meterId)).toEqual(modelImplausible(meter, readings));
        },
      ),
      { numRuns: 24 },
    );
  });

  it('the intake leaves an implausible sample of a register out of the sums, and records its timestamp', async () => {
    const meter = { pointCode: 'FALSE', intervalSeconds: 3600 };
    const readings = [24, 72, -1, 240, 290].map((value, hour) => ({
      atMs: T0 + hour * HOUR_MS,
      value,
      quality: 0,
    }));
    const [meterId = 0] = await withMeters({ ...meter, maxPowerKw: 100 });
    await intake.take(meterId, readings);
    const rows = await hoursOf(meterId);
    expect(rows.map(({ hour }) => (hour.getTime() - T0) / HOUR_MS)).toEqual([0, 1, 2, 3]);
    expect(totalOf(rows)).toBe(266_000_000);
    expect(await implausibleOf(meterId)).toEqual([T0 + 2 * HOUR_MS]);

    await withMeters({ ...meter, maxPowerKw: null });
    await upkeep.rebuild(meterId, new AbortController().signal);
    expect(totalOf(await hoursOf(meterId))).toBe(339_000_000);
    expect(await implausibleOf(meterId)).toEqual([]);

    await withMeters({ ...meter, maxPowerKw: 60 });
    await upkeep.rebuild(meterId, new AbortController().signal);
    await intake.take(meterId, [{ atMs: T0 + 2 * HOUR_MS, value: -1, quality: 2 }]);
    // After the correction, one step of 168 kWh in two hours replaces two steps. It still exceeds the limit.
    expect(await implausibleOf(meterId)).toEqual([T0 + 3 * HOUR_MS]);
    expect(totalOf(await hoursOf(meterId))).toBe(98_000_000);
  });

  it('the intake returns no current power for an implausible sample', async () => {
    const [meterId = 0] = await withMeters({ pointCode: 'POWER SPIKE', kind: 'power', maxPowerKw: 100 });
    await intake.take(meterId, [{ atMs: T0, value: 1e6, quality: 0 }]);
    const { manager } = database.dataSource;
    expect(await manager.findOneByOrFail(MeterEntity, { id: meterId })).toMatchObject({
      lastReadingAt: new Date(T0),
      lastPowerKw: null,
    });
  });

  it('the intake recomputes sums after the settings of the meter changed', async () => {
    const meter = { pointCode: 'CHANGED', kind: 'interval' as const, intervalSeconds: 3600 };
    const [meterId = 0] = await withMeters(meter);
    await intake.take(meterId, [{ atMs: T0, value: 1, quality: 0 }]);
    await withMeters({ ...meter, multiplier: 3 });
    await upkeep.rebuild(meterId, new AbortController().signal);
    expect(totalOf(await hoursOf(meterId))).toBe(3_000_000);
    const { rebuildRequestedAt } = await database.dataSource.manager.findOneByOrFail(MeterEntity, {
      id: meterId,
    });
    expect(rebuildRequestedAt).toBeNull();
  });

  it('the intake recomputes sums again if the settings of the meter changed during a rebuild', async () => {
    const meter = { pointCode: 'CHANGED-TWICE', kind: 'interval' as const, intervalSeconds: 3600 };
    const [meterId = 0] = await withMeters(meter);
    await intake.take(meterId, [{ atMs: T0, value: 1, quality: 0 }]);
    await withMeters({ ...meter, multiplier: 3 });
    const { manager } = database.dataSource;
    const update = manager.update.bind(manager);
    const lastUpdate = jest.spyOn(manager, 'update').mockImplementationOnce(async (...change) => {
      clock.advance(1);
      await withMeters({ ...meter, multiplier: 5 });
      return update(...change);
    });
    await upkeep.rebuild(meterId, new AbortController().signal);
    expect(totalOf(await hoursOf(meterId))).toBe(3_000_000);
    expect(lastUpdate).toHaveBeenCalledTimes(1);
    lastUpdate.mockRestore();
    await upkeep.rebuild(meterId, new AbortController().signal);
    expect(totalOf(await hoursOf(meterId))).toBe(5_000_000);
  });

  it('the intake leaves no outdated hour if `stampedAt` of an interval meter changes from start to end, or from end to start', async () => {
    const meter = { pointCode: 'SHIFTED', kind: 'interval' as const, intervalSeconds: 3600 };
    const [meterId = 0] = await withMeters({ ...meter, stampedAt: 'end' });
    await intake.take(meterId, [
      { atMs: T0, value: 1, quality: 0 },
      { atMs: T0 + HOUR_MS, value: 2, quality: 0 },
    ]);
    for (const stampedAt of ['start', 'end', 'start'] as const) {
      await withMeters({ ...meter, stampedAt });
      await upkeep.rebuild(meterId, new AbortController().signal);
      const shiftMs = stampedAt === 'start' ? 0 : -HOUR_MS;
      expect((await hoursOf(meterId)).map(({ hour }) => hour.getTime() - T0 - shiftMs)).toEqual([0, HOUR_MS]);
      expect(totalOf(await hoursOf(meterId))).toBe(3_000_000);
      const days = await daysOf(meterId);
      expect(days.reduce((sum, { energy }) => sum + (energy ?? 0), 0)).toBe(3_000_000);
    }
  });

  it('the intake recomputes the current power after the settings of the meter changed', async () => {
    const meter = { pointCode: 'REDESCRIBED', kind: 'power' as const, intervalSeconds: 60 };
    const [meterId = 0] = await withMeters(meter);
    await intake.take(meterId, [{ atMs: T0, value: 7, quality: 0 }]);
    await withMeters({ ...meter, multiplier: 0.001 });
    await upkeep.rebuild(meterId, new AbortController().signal);
    const { lastPowerKw } = await database.dataSource.manager.findOneByOrFail(MeterEntity, { id: meterId });
    expect(lastPowerKw).toBeCloseTo(0.007);
  });

  it('the intake does not count an impossibly large value', async () => {
    const [meterId = 0] = await withMeters({ pointCode: 'SPIKE', intervalSeconds: 3600 });
    await intake.take(meterId, [
      { atMs: T0, value: 100, quality: 0 },
      { atMs: T0 + HOUR_MS, value: 1e300, quality: 0 },
      { atMs: T0 + 2 * HOUR_MS, value: 102, quality: 0 },
    ]);
    expect(totalOf(await hoursOf(meterId))).toBe(2_000_000);
  });

  it('the intake keeps the sums of pruned readings, and never recomputes them from the remaining readings', async () => {
    const [meterId = 0] = await withMeters({
      pointCode: 'PRUNED',
      since: new Date(NOW - 75 * 24 * HOUR_MS).toISOString(),
    });
    const { manager } = database.dataSource;
    const readings = Array.from({ length: 75 * 24 }, (_, hour) => ({
      atMs: NOW - (75 * 24 - hour) * HOUR_MS,
      value: hour,
      quality: 0,
    }));
    await intake.take(meterId, readings, { progress: ({ liveFrom }) => ({ backfilledTo: liveFrom }) });
    const before = await sumsOf(meterId);
    await upkeep.prune(new AbortController().signal);
    // These readings remain: ten days, the five readings before them, and the two oldest readings.
    expect(await manager.countBy(ReadingEntity, { meterId })).toBe(10 * 24 + 5 + 2);
    await intake.take(meterId, [{ atMs: NOW - HOUR_MS / 2, value: 75 * 24, quality: 0 }]);
    const after = await sumsOf(meterId);
    expect(after.hours.slice(0, -2)).toEqual(before.hours.slice(0, -1));
    expect(totalOf(await hoursOf(meterId))).toBe(75 * 24 * 1_000_000);
  });

  it('the intake keeps the number of implausible steps of pruned hours', async () => {
    const since = new Date(NOW - 40 * 24 * HOUR_MS).toISOString();
    const meter = { pointCode: 'FOLDED', kind: 'interval', intervalSeconds: 3600, since } as const;
    const [meterId = 0] = await withMeters({ ...meter, maxPowerKw: 100 });
    const { manager } = database.dataSource;
    const readings = Array.from({ length: 40 * 24 }, (_, hour) => ({
      atMs: NOW - (40 * 24 - hour) * HOUR_MS,
      value: hour % 24 === 0 ? 999 : 1,
      quality: 0,
    }));
    await intake.take(meterId, readings, { progress: ({ liveFrom }) => ({ backfilledTo: liveFrom }) });
    const shown = async () => {
      const { implausibleSteps, lastImplausibleAt } = await manager.findOneByOrFail(MeterEntity, {
        id: meterId,
      });
      return [implausibleSteps, lastImplausibleAt];
    };
    expect(await implausibleOf(meterId)).toHaveLength(40);
    const before = await shown();
    await upkeep.prune(new AbortController().signal);
    expect(await shown()).toEqual(before);
    // These steps remain: the ten steps of the days within the retention, and the newest of the older steps.
    expect(await manager.countBy(ImplausibleStepEntity, { meterId })).toBe(11);
    await withMeters({ ...meter, maxPowerKw: 101 });
    await upkeep.rebuild(meterId, new AbortController().signal);
    expect(await shown()).toEqual(before);
    await withMeters({ ...meter, maxPowerKw: 2000 });
    await upkeep.rebuild(meterId, new AbortController().signal);
    expect(await shown()).toEqual([30, new Date(NOW - 11 * 24 * HOUR_MS + HOUR_MS)]);
  });

  it('the intake logs the implausible steps of new readings, but does not log them again during a rebuild', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    try {
      const meter = { pointCode: 'LOGGED', kind: 'interval', intervalSeconds: 3600 } as const;
      const [meterId = 0] = await withMeters({ ...meter, maxPowerKw: 100 });
      await intake.take(meterId, [{ atMs: T0, value: 999, quality: 0 }]);
      expect(warn).toHaveBeenCalledTimes(1);
      await withMeters({ ...meter, maxPowerKw: 101 });
      await upkeep.rebuild(meterId, new AbortController().signal);
      expect(await implausibleOf(meterId)).toHaveLength(1);
      expect(warn).toHaveBeenCalledTimes(1);
    } finally {
      warn.mockRestore();
    }
  });

  it('the intake rebuilds days after a change of the time zone', async () => {
    const [meterId = 0] = await withMeters({ pointCode: 'ZONED', kind: 'interval', intervalSeconds: 3600 });
    const readings = Array.from({ length: 48 }, (_, hour) => ({
      atMs: T0 + hour * HOUR_MS,
      value: 1,
      quality: 0,
    }));
    await intake.take(meterId, readings);
    const { manager } = database.dataSource;
    await manager.update(MeterEntity, meterId, { daysZone: 'Asia/Tokyo' });
    await upkeep.rebuildDays(meterId);
    expect((await daysOf(meterId)).map(({ energy }) => energy)).toEqual([24_000_000, 23_000_000, 1_000_000]);
    const { daysZone } = await manager.findOneByOrFail(MeterEntity, { id: meterId });
    expect(daysZone).toBe('Europe/London');
  });
});

function totalOf(rows: (MeterHourEntity | MeterDayEntity)[]): number {
  return rows
    .flatMap((row) => ('energy' in row ? [row.energy] : [row.energy0, row.energy1, row.energy2, row.energy3]))
    .reduce<number>((sum, energy) => sum + (energy ?? 0), 0);
}

function textsOf(rows: MeterHourEntity[]): ModelHours {
  return new Map(
    rows.map((row) => [
      row.hour.getTime(),
      hourText(
        [row.energy0, row.energy1, row.energy2, row.energy3],
        [row.covered0, row.covered1, row.covered2, row.covered3],
        row.cuts,
      ),
    ]),
  );
}

/** Returns the readings in random order and in random batches. Some readings are repeated. */
function shuffledPortions(readings: readonly Reading[], random: () => number): Reading[][] {
  const rest = [...readings];
  const portions: Reading[][] = [];
  while (rest.length > 0) {
    const portion: Reading[] = [];
    for (let count = 1 + (random() % 7); count > 0 && rest.length > 0; count--) {
      portion.push(...rest.splice(random() % rest.length, 1));
    }
    portions.push(portion);
    if (random() % 3 === 0) portions.push(portion.toReversed());
  }
  return portions;
}
