// Runs on both profiles: sums are computed in SQL.
import {
  AreaCardsService,
  AreasService,
  AuditService,
  ConfigurationService,
  EnergyDetailsService,
  MeterUpkeepService,
} from '@app/domain';
import {
  type AreaInput,
  CompletenessService,
  EnergyScopeService,
  EnergySumsService,
  ReadingIntakeService,
  RollupService,
} from '@app/domain/testing';
import { FormulaPartEntity, MeterEntity, MeterHourEntity } from '@app/entities';
import type { EventBus } from '@app/events';
import { Actor, DomainError, FixedClock } from '@app/kernel';
import fc from 'fast-check';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;
/** The day of the clock change in London, 23 hours long, with the hours around it. */
const FIRST_MS = Date.parse('2024-03-30T20:00Z');
const LAST_MS = Date.parse('2024-04-01T04:00Z');
const RANGE = { from: '2024-03-31', to: '2024-04-01', interval: 'day' as const };
const QUARTERS = (LAST_MS - FIRST_MS) / QUARTER_MS;

type Meter = NonNullable<AreaInput['meters']>[number];
const aMeter = (pointCode: string): Meter => ({ pointCode, kind: 'interval' });
const aFormula = (pointCode: string, parts: Record<string, number>): Meter => ({
  pointCode,
  kind: 'formula',
  formula: Object.entries(parts).map(([code, factor]) => ({ pointCode: code, factor })),
});

/** Whole milliwatt-hours of quarters of an hour; a quarter that was not measured is missing. */
type Quarters = Map<number, bigint>;

/** The slow model of a formula: the energy of an hour is exact, and rounded half up after each of its quarters. */
function modelOf(parts: readonly (readonly [quarters: Quarters, thousandths: number])[]): Quarters {
  const quarters: Quarters = new Map();
  let exact = 0n;
  for (let atMs = FIRST_MS; atMs < LAST_MS; atMs += QUARTER_MS) {
    if (atMs % HOUR_MS === 0) exact = 0n;
    if (!parts.every(([part]) => part.has(atMs))) continue;
    const before = rounded(exact);
    for (const [part, thousandths] of parts) exact += BigInt(thousandths) * (part.get(atMs) ?? 0n);
    quarters.set(atMs, rounded(exact) - before);
  }
  return quarters;
}

function rounded(thousandths: bigint): bigint {
  const raised = thousandths + 500n;
  const rest = ((raised % 1000n) + 1000n) % 1000n;
  return (raised - rest) / 1000n;
}

/** Adds up quarters; null if none was measured. */
function sumOf(meters: readonly Quarters[], fromMs: number, toMs: number): bigint | null {
  const found = meters.flatMap((quarters) =>
    [...quarters].flatMap(([atMs, energy]) => (atMs >= fromMs && atMs < toMs ? [energy] : [])),
  );
  return found.length === 0 ? null : found.reduce((sum, energy) => sum + energy, 0n);
}

/** kWh with three decimals, rounded half up. */
const kwh = (energyMwh: bigint | null) => (energyMwh === null ? null : Number(rounded(energyMwh)) / 1000);

/** The same energy in each quarter, except the quarters with these indexes. */
const steady = (energyMwh: bigint, without: number[] = []): Quarters =>
  new Map(
    Array.from(
      { length: QUARTERS },
      (_, index) => [FIRST_MS + index * QUARTER_MS, energyMwh] as const,
    ).filter((_, index) => !without.includes(index)),
  );

const anEnergy = fc.bigInt({ min: -3_000_000n, max: 3_000_000n });
const aSeries = fc.array(fc.option(anEnergy, { freq: 12 }), { minLength: QUARTERS, maxLength: QUARTERS });
const quartersOf = (series: readonly (bigint | null)[]): Quarters =>
  new Map(
    series.flatMap((energy, index) => (energy === null ? [] : [[FIRST_MS + index * QUARTER_MS, energy]])),
  );

/** The areas of a formula, and of a second formula that doubles it. */
const withFactor = (factor: number): AreaInput[] => [
  { name: 'Site', meters: [aMeter('MAIN'), aMeter('SUB')] },
  {
    name: 'Rest',
    meters: [aFormula('REST', { MAIN: 1, SUB: factor }), aFormula('TWICE', { REST: 2 })],
  },
];

describe('formula meters', () => {
  const never = new AbortController().signal;
  let database: TestDatabase;
  let clock: FixedClock;
  let areas: AreasService;
  let intake: ReadingIntakeService;
  let upkeep: MeterUpkeepService;
  let details: EnergyDetailsService;
  let completeness: CompletenessService;
  let cards: AreaCardsService;

  beforeAll(async () => {
    database = await openDatabase();
    const { dataSource } = database;
    clock = new FixedClock(LAST_MS);
    const environment = testEnvironment({ PLATFORM_TIMEZONE: 'Europe/London' });
    const audit = new AuditService(dataSource, clock);
    const configuration = new ConfigurationService(dataSource, environment, clock, audit);
    await configuration.ensure();
    const rollups = new RollupService();
    const sums = new EnergySumsService(dataSource);
    areas = new AreasService(dataSource, configuration, clock, audit);
    intake = new ReadingIntakeService(dataSource, rollups);
    upkeep = new MeterUpkeepService(dataSource, rollups, configuration, environment, clock);
    details = new EnergyDetailsService(new EnergyScopeService(areas, configuration, environment), sums);
    completeness = new CompletenessService(dataSource, sums, clock);
    cards = new AreaCardsService(dataSource, areas, sums, configuration, {} as EventBus, clock);
  });
  afterAll(() => database.drop());

  /** Removes all areas, and then all meters. */
  const clear = async () => {
    await put([]);
    for (const { id } of await meters()) await upkeep.remove(id, never);
  };
  beforeEach(clear);

  const put = (set: AreaInput[]) => areas.replace(Actor.system('test'), set);
  const meters = () => database.dataSource.manager.find(MeterEntity, { order: { id: 'ASC' } });
  const meterOf = (pointCode: string) =>
    database.dataSource.manager.findOneByOrFail(MeterEntity, { pointCode });
  const idOf = async (pointCode: string) => (await meterOf(pointCode)).id;
  const rebuildDue = async () => {
    for (const { id } of await meters()) await upkeep.rebuild(id, never);
  };
  const take = async (pointCode: string, quarters: Quarters) =>
    intake.take(
      await idOf(pointCode),
      [...quarters].map(([atMs, energy]) => ({ atMs, value: Number(energy) / 1e6, quality: 0 })),
    );
  /** The stored energy of a meter, quarter by quarter. */
  const storedOf = async (pointCode: string): Promise<Quarters> => {
    const meterId = await idOf(pointCode);
    const rows = await database.dataSource.manager.find(MeterHourEntity, { where: { meterId } });
    return new Map(
      rows
        .flatMap(({ hour, energy0, energy1, energy2, energy3 }) =>
          [energy0, energy1, energy2, energy3].map(
            (energy, index) => [hour.getTime() + index * QUARTER_MS, energy] as const,
          ),
        )
        .flatMap(([atMs, energy]) => (energy === null ? [] : [[atMs, BigInt(energy)] as const]))
        .toSorted(([one], [other]) => one - other),
    );
  };
  const areaIds = async () => (await areas.site()).areas.map(({ id }) => id);
  it('the sums of nested formulas equal a slow model, in any order of readings', async () => {
    const thousandths = fc.oneof(fc.constantFrom(1000, -1000), fc.integer({ min: 1, max: 5000 }));
    const aTerm = fc.tuple(fc.nat(), thousandths);
    await fc.assert(
      fc.asyncProperty(
        fc.array(aSeries, { minLength: 3, maxLength: 3 }),
        fc.array(fc.array(aTerm, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (series, formulas, isRebuilt) => {
          await clear();
          const models = series.map(quartersOf);
          const set = series.map((_, index) => aMeter(`M${index}`));
          for (const terms of formulas) {
            // A formula may contain all meters and formulas before it.
            const count = models.length;
            const parts = new Map(terms.map(([part, factor]) => [part % count, factor]));
            const byCode = [...parts].map(([part, factor]) => [`M${part}`, factor / 1000]);
            set.push(aFormula(`M${count}`, Object.fromEntries(byCode) as Record<string, number>));
            models.push(modelOf([...parts].map(([part, factor]) => [models[part] ?? new Map(), factor])));
          }
          await put([{ name: 'Site', meters: isRebuilt ? set.slice(0, series.length) : set }]);
          await Promise.all(series.map((_, index) => take(`M${index}`, models[index] ?? new Map())));
          if (isRebuilt) {
            await put([{ name: 'Site', meters: set }]);
            await rebuildDue();
          }
          for (const [index, model] of models.entries()) expect(await storedOf(`M${index}`)).toEqual(model);
        },
      ),
      { numRuns: 5 },
    );
  });

  it('the balance of random trees equals a slow model, and the rest is exact at any depth', async () => {
    const anArea = fc.record({ parent: fc.nat(), hasMeter: fc.boolean(), series: aSeries });
    await fc.assert(
      fc.asyncProperty(fc.array(anArea, { minLength: 1, maxLength: 7 }), async (tree) => {
        await clear();
        const parentOf = (index: number) => (index === 0 ? undefined : (tree[index]?.parent ?? 0) % index);
        await put(
          tree.map(({ hasMeter }, index) => ({
            name: `A${index}`,
            parentIndex: parentOf(index),
            meters: hasMeter ? [aMeter(`M${index}`)] : [],
          })),
        );
        const models = tree.map(({ hasMeter, series }) => (hasMeter ? [quartersOf(series)] : []));
        for (const [index, [model]] of models.entries()) if (model) await take(`M${index}`, model);
        const below = (index: number): Quarters[] =>
          tree.flatMap((_, child) => {
            if (child === 0 || parentOf(child) !== index) return [];
            const own = models[child] ?? [];
            return own.length > 0 ? own : below(child);
          });
        const [fromMs, toMs] = [Date.parse('2024-03-31T00:00Z'), Date.parse('2024-03-31T23:00Z')];
        const ids = await areaIds();
        const expected = tree.map((_, index) => {
          const own = sumOf(models[index] ?? [], fromMs, toMs);
          const children = below(index).length === 0 ? 0n : sumOf(below(index), fromMs, toMs);
          return {
            areaId: ids[index],
            timestamp: '2024-03-31T00:00:00.000Z',
            own: kwh(own),
            children: kwh(children),
            rest: own === null || children === null ? null : kwh(own - children),
            coverage: expect.any(Number) as number,
          };
        });
        expect(await details.balance(RANGE)).toEqual(expected);
      }),
      { numRuns: 5 },
    );
  });

  it('a balance shows a negative rest, and covers what the worse side covers', async () => {
    await put([
      { name: 'House', meters: [aMeter('MAIN')] },
      { name: 'Floor', parentIndex: 0, meters: [aMeter('ONE'), aMeter('TWO')] },
      { name: 'Roof', parentIndex: 0 },
    ]);
    await take('MAIN', steady(1_000_000n));
    await take('ONE', steady(900_000n));
    await take(
      'TWO',
      steady(
        200_000n,
        Array.from({ length: 62 }, (_, index) => index),
      ),
    );
    const [house, floor, roof] = await areaIds();
    const day = { timestamp: '2024-03-31T00:00:00.000Z' };
    expect(await details.balance(RANGE)).toEqual([
      // Of 92 quarters, TWO measured the last 46.
      { ...day, areaId: house, own: 92, children: 82.8 + 9.2, rest: 0, coverage: 0.75 },
      { ...day, areaId: floor, own: 92, children: 0, rest: 92, coverage: 0.75 },
      { ...day, areaId: roof, own: null, children: 0, rest: null, coverage: 0 },
    ]);
    const hour = { from: '2024-03-31T20:00Z', to: '2024-03-31T21:00Z', interval: 'hour' as const };
    const [negative] = await details.balance({ ...hour, areaId: house });
    expect(negative).toMatchObject({ own: 4, children: 4.4, rest: -0.4, coverage: 1 });
    await expect(details.balance({ ...RANGE, areaId: 999 })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('a formula follows corrected readings and a change of its parts', async () => {
    await put(withFactor(-1));
    await take('MAIN', steady(1000n));
    await take('SUB', steady(300n));
    expect(await storedOf('TWICE')).toEqual(steady(1400n));
    await take('SUB', new Map([[FIRST_MS, 500n]]));
    expect((await storedOf('TWICE')).get(FIRST_MS)).toBe(1000n);
    const [site, rest] = await areaIds();
    await put([{ id: site }, { id: rest, meters: withFactor(0.5)[1]?.meters }]);
    await rebuildDue();
    expect(await storedOf('REST')).toEqual(new Map([...steady(1150n), [FIRST_MS, 1250n]]));
    expect(await storedOf('TWICE')).toEqual(new Map([...steady(2300n), [FIRST_MS, 2500n]]));
    // Nothing is due if the same set is sent again, as `GET` returns it.
    await put([{ id: site }, { id: rest, meters: withFactor(0.5)[1]?.meters }]);
    expect((await meters()).filter(({ rebuildRequestedAt }) => rebuildRequestedAt)).toEqual([]);
  });

  it('a formula counts only while all parts are measured, on a day of 23 hours too', async () => {
    await put([
      { name: 'Meters', meters: [aMeter('MAIN'), aMeter('SUB')] },
      { name: 'Rest', meters: [aFormula('REST', { MAIN: 1, SUB: -1 })] },
    ]);
    await take('MAIN', steady(1_000_000n, [16, 17]));
    await take('SUB', steady(250_000n, [17, 18, 19]));
    const [, areaId] = await areaIds();
    // The day begins with the quarter 16, and has 92 quarters.
    expect(await details.points({ ...RANGE, areaId })).toMatchObject([
      { value: 88 * 0.75, coverage: Math.floor((88 / 92) * 1e6) / 1e6, estimated: false },
    ]);
    const hour = { from: '2024-03-31T00:00Z', to: '2024-03-31T02:00Z', interval: 'hour' as const };
    expect(await details.points({ ...hour, areaId })).toMatchObject([
      { value: null, coverage: 0 },
      { value: 3, coverage: 1 },
    ]);
  });

  it('a formula shows the silent meters among its parts, and has a power while all of them have one', async () => {
    await put([
      { name: 'Rest', meters: [aFormula('REST', { HALF: 1, SUB: -1 })] },
      { name: 'Meters', meters: [aMeter('MAIN'), aMeter('SUB'), aFormula('HALF', { MAIN: 0.5 })] },
    ]);
    await take('MAIN', steady(2_000_000n));
    await take(
      'SUB',
      steady(
        100_000n,
        Array.from({ length: 8 }, (_, index) => QUARTERS - 1 - index),
      ),
    );
    const [rest] = await areaIds();
    const formula = await meterOf('REST');
    const day = { startMs: FIRST_MS, endMs: LAST_MS };
    expect((await completeness.of([formula], day, 'Europe/London')).silentMeters).toEqual(['SUB']);
    const card = async () => (await cards.cards()).find(({ id }) => id === rest);
    expect(await card()).toMatchObject({ currentPower: null, lastReadingAt: '2024-04-01T01:45:00.000Z' });
    await take('SUB', steady(100_000n));
    expect(await card()).toMatchObject({ currentPower: 3.6, lastReadingAt: '2024-04-01T03:45:00.000Z' });
  });

  it('a part cannot be removed before its formula', async () => {
    const formula = aFormula('REST', { MAIN: 1, SUB: -1 });
    const { areas: saved } = await put([
      { name: 'Meters', meters: [aMeter('MAIN'), aMeter('SUB')] },
      { name: 'Rest', meters: [formula] },
    ]);
    const [own, rest] = saved.map(({ id }) => id);
    await expect(put([{ id: own, meters: [aMeter('MAIN')] }, { id: rest }])).rejects.toMatchObject({
      details: [{ path: 'areas[1].meters', code: 'unknown_part', values: { code: 'SUB' } }],
    });
    await put([
      { id: own, meters: [] },
      { id: rest, meters: [] },
    ]);
    expect(await database.dataSource.manager.count(FormulaPartEntity)).toBe(0);
    // A removed formula may come back, but only with its parts.
    await expect(put([{ name: 'Rest', meters: [{ pointCode: 'REST' }] }])).rejects.toMatchObject({
      details: [{ path: 'areas[0].meters[0].formula', code: 'required_for' }],
    });
    await put([{ name: 'Rest', meters: [aMeter('MAIN'), aMeter('SUB'), formula] }]);
    expect(await database.dataSource.manager.count(FormulaPartEntity)).toBe(2);
  });

  it.each<[string, Meter[], { path: string; code: string }[]]>([
    [
      'an unknown part',
      [aMeter('A'), aFormula('F', { A: 1, B: 1 })],
      [{ path: 'areas[0].meters[1].formula[1].pointCode', code: 'unknown_part' }],
    ],
    [
      'a formula that contains itself',
      [aFormula('F', { F: 1 })],
      [{ path: 'areas[0].meters[0].formula', code: 'formula_circle' }],
    ],
    [
      'a circle',
      [aMeter('A'), aFormula('F', { A: 1, G: 1 }), aFormula('G', { H: 1 }), aFormula('H', { F: -1 })],
      ['1', '2', '3'].map((index) => ({
        path: `areas[0].meters[${index}].formula`,
        code: 'formula_circle',
      })),
    ],
    [
      'a part twice',
      [aMeter('A'), { ...aFormula('F', {}), formula: [1, 2].map((factor) => ({ pointCode: 'A', factor })) }],
      [{ path: 'areas[0].meters[1].formula[1].pointCode', code: 'part_twice' }],
    ],
    ['no parts', [aFormula('F', {})], [{ path: 'areas[0].meters[0].formula', code: 'required_for' }]],
    [
      'parts of a register',
      [aMeter('A'), { ...aFormula('F', { A: 1 }), kind: 'cumulative' }],
      [{ path: 'areas[0].meters[1].formula', code: 'formula_of_other_kind' }],
    ],
  ])('a set of areas is refused for %s', async (_, set, expected) => {
    const refusal = await put([{ name: 'Site', meters: set }]).catch((error: unknown) => error);
    expect((refusal as DomainError).details).toMatchObject(expected);
    expect(await areaIds()).toEqual([]);
  });

  it('the kind of a meter cannot change to a formula or back', async () => {
    await put([{ name: 'Site', meters: [aMeter('A'), aFormula('F', { A: 1 })] }]);
    const [id] = await areaIds();
    await expect(put([{ id, meters: [aFormula('A', { F: 1 }), aMeter('F')] }])).rejects.toMatchObject({
      details: expect.arrayContaining([
        expect.objectContaining({ path: 'areas[0].meters[0].kind', values: { kind: 'interval' } }),
        expect.objectContaining({ path: 'areas[0].meters[1].kind', values: { kind: 'formula' } }),
      ]) as object[],
    });
  });
});
