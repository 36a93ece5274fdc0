import type { AreaEntity, MeterEntity } from '@app/entities';
import fc from 'fast-check';
import { AreaPower } from './area-power';

const INTERVAL_S = 10;
const INTERVAL_MS = INTERVAL_S * 1000;
const END = 120;

interface Meter {
  id: number;
  areaId: number;
  kind: 'power' | 'cumulative';
  energyType: 'electricity' | 'gas';
  /** By second. */
  powers: ReadonlyMap<number, number | null>;
}

/** Area 1 contains area 2. */
const AREAS = [
  { id: 1, parentId: null },
  { id: 2, parentId: 1 },
] as AreaEntity[];

const anyMeter = fc.record({
  areaId: fc.constantFrom(1, 2),
  kind: fc.constantFrom('power' as const, 'cumulative' as const),
  energyType: fc.constantFrom('electricity' as const, 'electricity' as const, 'gas' as const),
  powers: fc
    .array(fc.tuple(fc.nat(END), fc.option(fc.integer({ min: -5, max: 50 }), { freq: 5 })), { maxLength: 8 })
    .map((powers) => new Map(powers)),
});

function replayed(meters: readonly Meter[]): AreaPower {
  const metersOf = (areaId: number) =>
    meters
      .filter((meter) => meter.areaId === areaId)
      .map(
        ({ id, kind, energyType }) =>
          ({
            id,
            kind,
            energyType,
            intervalSeconds: INTERVAL_S,
            lastPowerKw: 99,
            lastPowerAt: new Date(0),
          }) as MeterEntity,
      );
  const powers = meters.map(({ id, powers }) => {
    const inOrder = [...powers].toSorted(([one], [other]) => one - other);
    return [id, inOrder.map(([second, powerKw]) => ({ atMs: second * 1000, powerKw, spanMs: 0 }))] as const;
  });
  const metersByArea = new Map([1, 2].map((areaId) => [areaId, metersOf(areaId)]));
  return new AreaPower({ areas: AREAS, metersByArea }, 1, new Map(powers));
}

/** Computes the power of area 1 at an instant from the last power of each meter up to it. */
function powerAt(meters: readonly Meter[], atMs: number): number | null {
  const fresh = meters.flatMap(({ areaId, kind, energyType, powers }) => {
    const second = Math.max(...[...powers.keys()].filter((second) => second * 1000 <= atMs));
    const powerKw = powers.get(second) ?? null;
    const isFresh = atMs - second * 1000 <= 2 * INTERVAL_MS;
    return energyType === 'electricity' && isFresh && powerKw !== null ? [{ areaId, kind, powerKw }] : [];
  });
  const counted = fresh.filter(
    ({ areaId, kind }) =>
      kind === 'power' || !fresh.some((other) => other.areaId === areaId && other.kind === 'power'),
  );
  return counted.length === 0 ? null : counted.reduce((sum, { powerKw }) => sum + powerKw, 0);
}

const aMeter = (id: number, intervalSeconds: number, fields: Partial<MeterEntity> = {}) =>
  ({ id, kind: 'interval', energyType: 'electricity', intervalSeconds, ...fields }) as MeterEntity;

const powersOf = (...powers: [atMs: number, powerKw: number][]) =>
  powers.map(([atMs, powerKw]) => ({ atMs, powerKw, spanMs: 0 }));

describe('AreaPower', () => {
  it('replays the same power as a model that searches the last power of each meter at each instant', () => {
    fc.assert(
      fc.property(
        fc.array(anyMeter, { maxLength: 4 }),
        fc.uniqueArray(fc.nat((END + 30) * 2), { minLength: 1, maxLength: 40 }),
        (some, halfSeconds) => {
          const meters = some.map((meter, index) => ({ id: index + 1, ...meter }));
          const instants = halfSeconds.toSorted((a, b) => a - b).map((half) => half * 500);
          const power = replayed(meters);
          expect(instants.map((atMs) => power.at(atMs))).toEqual(
            instants.map((atMs) => powerAt(meters, atMs)),
          );
        },
      ),
    );
  });

  it('counts a meter once if it belongs to the area and to an area below it', () => {
    const meter = { id: 1, kind: 'power', energyType: 'electricity', intervalSeconds: 10 } as MeterEntity;
    const metersByArea = new Map([1, 2].map((areaId) => [areaId, [meter]]));
    const power = new AreaPower(
      { areas: AREAS, metersByArea },
      1,
      new Map([[1, [{ atMs: 0, powerKw: 0.1 + 0.2, spanMs: 0 }]]]),
    );
    expect(power.at(0)).toBe(0.3);
  });

  it('computes the power of a formula while all of its parts have one, also those of other areas', () => {
    const formula = aMeter(1, 900, {
      kind: 'formula',
      formula: [
        { partId: 2, pointCode: 'MAIN', factor: 1 },
        { partId: 3, pointCode: 'SUB', factor: -0.5 },
      ],
    });
    const power = new AreaPower(
      { areas: AREAS, metersByArea: new Map([[2, [formula]]]) },
      1,
      new Map([
        [2, powersOf([0, 10], [30_000, 12])],
        [3, powersOf([5000, 4])],
      ]),
      [aMeter(2, 60), aMeter(3, 20)],
    );
    const instants = [4999, 5000, 30_000, 45_000, 45_001];
    expect(instants.map((atMs) => power.at(atMs))).toEqual([null, 8, 10, 10, null]);
  });
});
