// Runs on both profiles: sums are computed in SQL.
import {
  AreasService,
  AuditService,
  ConfigurationService,
  MeterHistoryService,
  MeterRereadService,
  MeterUpkeepService,
  ReadingCorrectionsService,
} from '@app/domain';
import {
  ImportedReadingsService,
  MetersService,
  ReadingIntakeService,
  RollupService,
} from '@app/domain/testing';
import {
  ImplausibleStepEntity,
  MeterDayEntity,
  MeterEntity,
  MeterHourEntity,
  ReadingCorrectionEntity,
  ReadingEntity,
} from '@app/entities';
import type { GatewayClient } from '@app/gateway-client';
import { Actor, FixedClock } from '@app/kernel';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import {
  correctedReadings,
  hourText,
  modelHours,
  modelImplausible,
  type ModelMeter,
  type ModelReading,
} from '../factories/energy-model';
import { FakeGateway } from '../factories/fake-gateway';
import { putOneArea } from '../factories/one-area';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const QUARTER_MS = 900_000;
const HOUR_MS = 4 * QUARTER_MS;
const DAY_MS = 24 * HOUR_MS;
const FIRST_MS = Date.parse('2024-05-06T20:00Z');
/** 15 hours. */
const QUARTERS = 60;
const actor = Actor.system('ann');
const at = (quarter: number) => FIRST_MS + quarter * QUARTER_MS;
const iso = (ms: number) => new Date(ms).toISOString();

const PLAIN = { multiplier: 1, intervalSeconds: 900, stampedAt: 'start', registerMax: null } as const;
const METERS: ModelMeter[] = [
  { ...PLAIN, kind: 'cumulative' },
  { ...PLAIN, kind: 'cumulative', maxPowerKw: 40, registerMax: 400 },
  { ...PLAIN, kind: 'interval', stampedAt: 'end', intervalSeconds: 1800, maxPowerKw: 40 },
  { ...PLAIN, kind: 'power', multiplier: -0.5 },
];

/** Deterministic values: a rising register with resets and false samples. */
function valueOf(quarter: number, seed: number): number {
  const shape = (seed * 31 + quarter * 17) % 23;
  if (shape === 0) return 900;
  return shape === 1 ? quarter % 5 : quarter * 3.25 + shape / 64;
}
/** Corrections often meet at the same instants. */
const aQuarter = fc.oneof(fc.nat(QUARTERS - 1), fc.constantFrom(12, 20, 21));
const aCorrection = fc.oneof(
  fc.record({
    does: fc.constant('false' as const),
    from: aQuarter,
    quarters: fc.integer({ min: 0, max: 30 }),
  }),
  fc.record({ does: fc.constant('value' as const), from: aQuarter, seed: fc.nat(99) }),
  fc.record({ does: fc.constant('undo' as const), index: fc.nat() }),
);
const anIntake = fc.record({
  isImport: fc.boolean(),
  from: aQuarter,
  every: fc.integer({ min: 1, max: 3 }),
  count: fc.integer({ min: 1, max: 40 }),
  seed: fc.nat(99),
});
type Correction = typeof aCorrection extends fc.Arbitrary<infer T> ? T : never;
type Intake = typeof anIntake extends fc.Arbitrary<infer T> ? T : never;
/** The parts of a step run at the same time. */
const aStep = fc.record({
  intake: fc.option(anIntake),
  corrections: fc.array(aCorrection, { maxLength: 4 }),
});

/** The hourly readings of a register, by their times. */
const hourlyReadings = (seed: number) =>
  new Map(
    Array.from({ length: QUARTERS / 4 }, (_, hour) => {
      const atMs = FIRST_MS + hour * HOUR_MS;
      return [atMs, { atMs, value: hour * 12.5 + ((hour * seed) % 7) / 64, quality: 0 }];
    }),
  );
const valuesOf = (readings: ReadonlyMap<number, ModelReading>) =>
  Array.from(readings.values(), ({ value }) => value);
const isUsable = ({ value, quality }: ModelReading) => value !== null && quality < 2;
const expectGone = (error: unknown) => expect(error).toMatchObject({ kind: 'not_found' });

/** The energies of the quarters of stored hours. */
const energiesOf = (rows: MeterHourEntity[]) =>
  new Map(
    rows.map(({ hour, energy0, energy1, energy2, energy3 }) => [
      hour.getTime(),
      [energy0, energy1, energy2, energy3].map((energy) => (energy === null ? null : BigInt(energy))),
    ]),
  );

/** The stored readings of the model: how readings of the gateway and of imports replace each other. */
class ModelReadings {
  readonly stored = new Map<number, ModelReading & { isImported: boolean }>();

  take(readings: readonly ModelReading[], isImport: boolean): void {
    for (const reading of readings) {
      const known = this.stored.get(reading.atMs);
      const isRefused = isImport ? known && isUsable(known) : known?.isImported && !isUsable(reading);
      if (!isRefused) this.stored.set(reading.atMs, { ...reading, isImported: isImport });
    }
  }
}

describe('corrections of readings', () => {
  const clock = new FixedClock(FIRST_MS);
  const environment = testEnvironment({ PLATFORM_TIMEZONE: 'UTC', READING_RETENTION_DAYS: 3 });
  const never = new AbortController().signal;
  let database: TestDatabase;
  let areas: AreasService;
  let intake: ReadingIntakeService;
  let imported: ImportedReadingsService;
  let upkeep: MeterUpkeepService;
  let corrections: ReadingCorrectionsService;
  let history: MeterHistoryService;
  let rereads: MeterRereadService;
  const gateway = new FakeGateway();
  let meterId = 0;

  beforeAll(async () => {
    // Random readings often are implausible.
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    database = await openDatabase();
    const { dataSource } = database;
    const audit = new AuditService(dataSource, clock);
    const configuration = new ConfigurationService(dataSource, environment, clock, audit);
    await configuration.ensure();
    const rollups = new RollupService();
    areas = new AreasService(dataSource, configuration, clock, audit);
    intake = new ReadingIntakeService(dataSource, rollups);
    imported = new ImportedReadingsService(dataSource, rollups);
    upkeep = new MeterUpkeepService(dataSource, rollups, configuration, environment, clock);
    corrections = new ReadingCorrectionsService(dataSource, rollups, configuration, audit, clock);
    const client = gateway as unknown as GatewayClient;
    history = new MeterHistoryService(new MetersService(dataSource), client, intake, clock);
    rereads = new MeterRereadService(dataSource, configuration, clock);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await database.drop();
  });

  async function aMeter(meter: ModelMeter): Promise<void> {
    await putOneArea(areas, { meters: [] });
    for (const { id } of await database.dataSource.manager.find(MeterEntity)) await upkeep.remove(id, never);
    clock.advance(at(QUARTERS) - clock.nowMs());
    const double = { pointCode: 'F', kind: 'formula', formula: [{ pointCode: 'M', factor: 2 }] } as const;
    const meters = await putOneArea(areas, {
      meters: [{ pointCode: 'M', ...meter, since: iso(FIRST_MS) }, double],
    });
    meterId = meters.find(({ pointCode }) => pointCode === 'M')?.id ?? 0;
  }

  const active = () => database.dataSource.manager.find(ReadingCorrectionEntity, { order: { id: 'ASC' } });
  const theMeter = () => database.dataSource.manager.findOneByOrFail(MeterEntity, { id: meterId });
  const power = async () => {
    const { lastReadingAt, lastPowerAt, lastPowerKw } = await theMeter();
    return [lastReadingAt?.getTime(), lastPowerAt?.getTime(), lastPowerKw];
  };
  const find = async <Row extends { meterId: number }>(entity: new () => Row, id = meterId) =>
    (await database.dataSource.manager.find(entity)).filter((row) => row.meterId === id);

  async function correct(correction: Correction): Promise<void> {
    if (correction.does === 'undo') {
      const rows = await active();
      const row = rows[correction.index % Math.max(1, rows.length)];
      // Another undo may be faster.
      if (row) await corrections.remove(actor, row.id).catch(expectGone);
      return;
    }
    const from = iso(at(correction.from));
    const input = { pointCode: 'M', from, kind: correction.does, reason: 'Test' };
    if (correction.does === 'value')
      await corrections.create(actor, { ...input, value: valueOf(correction.from, correction.seed) });
    else if (correction.quarters === 0) await corrections.create(actor, input);
    else await corrections.create(actor, { ...input, to: iso(at(correction.from + correction.quarters)) });
  }

  /** Stores readings. @returns the readings */
  async function take({ isImport, from, every, count, seed }: Intake): Promise<ModelReading[]> {
    const readings = Array.from({ length: count }, (_, index) => from + index * every)
      .filter((quarter) => quarter < QUARTERS)
      .map((quarter) => {
        const isBad = !isImport && (quarter + seed) % 11 === 0;
        return { atMs: at(quarter), value: isBad ? null : valueOf(quarter, seed), quality: isBad ? 2 : 0 };
      });
    if (!isImport) await intake.take(meterId, readings);
    else
      await database.dataSource.transaction(async (manager) => {
        const lock = { mode: 'pessimistic_write' } as const;
        const meter = await manager.findOneOrFail(MeterEntity, { where: { id: meterId }, lock });
        await imported.store(
          manager,
          meter,
          readings.map((reading) => ({ ...reading, importId: 1 })),
        );
      });
    return readings;
  }

  /** Compares all stored sums with those of the model. */
  async function expectSums(meter: ModelMeter, readings: readonly ModelReading[]): Promise<void> {
    const rows = await find(MeterHourEntity);
    const hours = new Map(
      rows.map(
        ({ hour, energy0, energy1, energy2, energy3, covered0, covered1, covered2, covered3, cuts }) => [
          hour.getTime(),
          hourText([energy0, energy1, energy2, energy3], [covered0, covered1, covered2, covered3], cuts),
        ],
      ),
    );
    expect(hours).toEqual(modelHours(meter, readings));
    const energies = energiesOf(rows);
    const sumOf = (fromMs: number) =>
      [...energies]
        .filter(([hourMs]) => hourMs >= fromMs && hourMs < fromMs + DAY_MS)
        .flatMap(([, quarters]) => quarters)
        .reduce<bigint | null>((sum, energy) => (energy === null ? sum : (sum ?? 0n) + energy), null);
    for (const { startsAt, energy } of await find(MeterDayEntity))
      expect(energy === null ? null : BigInt(energy)).toBe(sumOf(startsAt.getTime()));
    const formula = (await database.dataSource.manager.find(MeterEntity)).find(({ id }) => id !== meterId);
    const doubled = [...energies].map(
      ([hourMs, quarters]) => [hourMs, quarters.map((energy) => energy && energy * 2n)] as const,
    );
    expect(energiesOf(await find(MeterHourEntity, formula?.id))).toEqual(new Map(doubled));
    const implausible = (await find(ImplausibleStepEntity)).map(({ endsAt }) => endsAt.getTime());
    expect(implausible.toSorted((one, other) => one - other)).toEqual(modelImplausible(meter, readings));
  }

  it('sums equal those of a slow model, and undoing all corrections restores them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...METERS),
        fc.array(aStep, { minLength: 4, maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        async (meter, steps, order) => {
          await aMeter(meter);
          const model = new ModelReadings();
          for (const step of steps) {
            const [readings] = await Promise.all([
              step.intake && take(step.intake),
              ...step.corrections.map(correct),
            ]);
            if (readings && step.intake) model.take(readings, step.intake.isImport);
            await expectSums(meter, correctedReadings(model.stored, await active()));
          }
          while ((await active()).length > 0) await correct({ does: 'undo', index: order.next().value });
          await expectSums(meter, [...model.stored.values()]);
          const readings = (await find(ReadingEntity)).map(({ at: stamp, value, importId }) => [
            stamp.getTime(),
            { value, isImported: importId !== null },
          ]);
          const expected = [...model.stored].map(([atMs, { value, isImported }]) => [
            atMs,
            { value, isImported },
          ]);
          expect(new Map(readings as [number, object][])).toEqual(new Map(expected as [number, object][]));
        },
      ),
      { numRuns: 4 },
    );
  });

  it('the power of a meter follows its corrections, and its position in the history of the gateway does not', async () => {
    await aMeter({ ...PLAIN, kind: 'power' });
    const sample = (quarter: number, value: number) => ({ atMs: at(quarter), value, quality: 0 });
    await intake.take(meterId, [sample(0, 5), sample(1, 6), sample(2, 700)]);
    const { id } = await corrections.create(actor, {
      pointCode: 'M',
      kind: 'false',
      from: iso(at(2)),
      to: iso(at(1e6)),
      reason: 'A false sample',
    });
    expect(await power()).toEqual([at(2), at(1), 6]);
    // The stretch has not ended, so readings that arrive later are false, too.
    await intake.take(meterId, [sample(3, 800)]);
    expect(await power()).toEqual([at(3), at(1), 6]);
    await correct({ does: 'value', from: 3, seed: 1 });
    expect(await power()).toEqual([at(3), at(3), valueOf(3, 1)]);
    await corrections.remove(actor, id);
    await correct({ does: 'undo', index: 0 });
    expect(await power()).toEqual([at(3), at(3), 800]);
    await aMeter({ ...PLAIN, kind: 'cumulative' });
    await intake.take(meterId, [sample(0, 100), sample(1, 101), sample(2, 90), sample(3, 104)]);
    await correct({ does: 'false', from: 2, quarters: 0 });
    expect(await power()).toEqual([at(3), at(3), 6]);
    expect(await active()).toHaveLength(1);
    await putOneArea(areas, { meters: [] });
    await upkeep.remove(meterId, never);
    expect(await active()).toEqual([]);
  });

  it('a re-read of the history keeps corrections, and undoing them yields the figures of the re-read', async () => {
    const meter: ModelMeter = { ...PLAIN, kind: 'cumulative', intervalSeconds: 3600 };
    await aMeter(meter);
    const [first, second, third] = [hourlyReadings(3), hourlyReadings(5), hourlyReadings(11)];
    gateway.has('M', FIRST_MS, valuesOf(first));
    await history.readLive(undefined, never);
    await expectSums(meter, [...first.values()]);
    await correct({ does: 'false', from: 16, quarters: 12 });
    await correct({ does: 'value', from: 20, seed: 7 });
    await correct({ does: 'value', from: 40, seed: 8 });
    for (const readings of [second, third]) {
      gateway.has('M', FIRST_MS, valuesOf(readings));
      await rereads.readAgain({ from: iso(FIRST_MS), pointCodes: ['M'] });
      await history.backfill(meterId, never);
      expect(await active()).toHaveLength(3);
      await expectSums(meter, correctedReadings(readings, await active()));
    }
    while ((await active()).length > 0) await correct({ does: 'undo', index: 0 });
    await expectSums(meter, [...third.values()]);
  });

  it('a correction stays exact when readings are pruned, and is final when its own readings are pruned', async () => {
    const meter: ModelMeter = { ...PLAIN, kind: 'cumulative', maxPowerKw: 40 };
    await aMeter(meter);
    const hourly = Array.from({ length: 6 * 24 }, (_, hour) => ({
      atMs: FIRST_MS + hour * HOUR_MS,
      value: hour * 3 + (hour % 7) / 3,
      quality: 0,
    }));
    await intake.take(meterId, hourly);
    const create = (fromHour: number, hours: number) =>
      corrections.create(actor, {
        pointCode: 'M',
        kind: 'false',
        from: iso(FIRST_MS + fromHour * HOUR_MS),
        to: iso(FIRST_MS + (fromHour + hours) * HOUR_MS),
        reason: 'Test',
      });
    const old = await create(20, 3);
    // The readings around the end of the retention are false.
    const recent = await create(60, 14);
    clock.advance(FIRST_MS + 6 * DAY_MS - clock.nowMs());
    await upkeep.prune(never);
    const stored = new Map(hourly.map((reading) => [reading.atMs, reading]));
    await expectSums(meter, correctedReadings(stored, await active()));
    expect((await find(ReadingEntity)).length).toBeLessThan(hourly.length - 24);
    await corrections.remove(actor, recent.id);
    await expectSums(meter, correctedReadings(stored, await active()));
    const final = { kind: 'conflict', code: 'readings_deleted' };
    await expect(corrections.remove(actor, old.id)).rejects.toMatchObject(final);
    await expect(create(40, 2)).rejects.toMatchObject(final);
    await expectSums(meter, correctedReadings(stored, await active()));
  });

  it.each([
    [{ pointCode: 'X', kind: 'false' }, { kind: 'not_found' }],
    [{ pointCode: 'F', kind: 'false' }, { details: [{ path: 'pointCode', code: 'formula_unread' }] }],
    [{ kind: 'false', value: 1 }, { details: [{ path: 'value', code: 'value_of_false' }] }],
    [{ kind: 'false', to: iso(at(0)) }, { details: [{ path: 'from', code: 'not_before' }] }],
    [{ kind: 'value' }, { details: [{ path: 'value', code: 'no_corrected_value' }] }],
    [{ kind: 'value', value: 1, to: iso(at(1)) }, { details: [{ path: 'to', code: 'stretch_of_value' }] }],
    [{ kind: 'value', value: 1e11 }, { details: [{ path: 'value', code: 'uncountable_value' }] }],
    [
      { kind: 'value', value: 1, from: iso(at(QUARTERS) + 1) },
      { details: [{ path: 'from', code: 'corrected_stamp' }] },
    ],
    [
      { kind: 'value', value: 1, from: '1969-12-31' },
      { details: [{ path: 'from', code: 'corrected_stamp' }] },
    ],
  ] as const)('the correction %j is refused, and nothing is stored', async (input, refusal) => {
    await aMeter({ ...PLAIN, kind: 'cumulative' });
    await expect(
      corrections.create(actor, { pointCode: 'M', from: iso(at(0)), reason: 'Test', ...input }),
    ).rejects.toMatchObject(refusal);
    expect(await active()).toEqual([]);
  });
});
