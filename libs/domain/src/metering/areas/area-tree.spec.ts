import type { AreaEntity, MeterEntity } from '@app/entities';
import fc from 'fast-check';
import {
  balancedMeters,
  countedMeters,
  energyMeters,
  isFresh,
  metersOfEnergy,
  metersOfPower,
  type Site,
  siteBelow,
  siteMeters,
} from './area-tree';

const NOW = Date.parse('2024-01-01T12:00Z');
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000);

const anArea = (id: number, parentId: number | null) => ({ id, parentId }) as AreaEntity;
const aMeter = (id: number, overrides: Partial<MeterEntity> = {}) =>
  ({
    id,
    energyType: 'electricity',
    kind: 'cumulative',
    intervalSeconds: 900,
    lastPowerKw: 1,
    lastPowerAt: minutesAgo(5),
    ...overrides,
  }) as MeterEntity;

const aSite = (meters: Record<number, MeterEntity[]>): Site => ({
  areas: [anArea(1, null), anArea(2, 1), anArea(3, 1), anArea(4, 3)],
  metersByArea: new Map(Object.entries(meters).map(([id, own]) => [Number(id), own])),
});
const idsOf = (meters: readonly { id: number }[]) => meters.map(({ id }) => id).sort((a, b) => a - b);
const idsByArea = (counted: ReadonlyMap<number, readonly MeterEntity[]>) =>
  Object.fromEntries([...counted].map(([area, meters]) => [area, idsOf(meters)]));

describe('countedMeters', () => {
  it("includes the meters of an area's children, each meter once", () => {
    const shared = aMeter(9);
    const site = aSite({ 1: [shared], 2: [aMeter(5), shared], 4: [aMeter(7)] });
    expect(idsByArea(countedMeters(site, 'electricity', metersOfEnergy))).toEqual({
      1: [5, 7, 9],
      2: [5, 9],
      3: [7],
      4: [7],
    });
  });

  it('separates the types of energy', () => {
    const site = aSite({ 2: [aMeter(5), aMeter(6, { energyType: 'gas' })] });
    expect(idsByArea(countedMeters(site, 'gas', metersOfEnergy))).toMatchObject({ 1: [6], 2: [6], 3: [] });
  });

  it('uses energy of power meters only if the area has no other meter of the same energy type', () => {
    const site = aSite({
      2: [aMeter(5), aMeter(6, { kind: 'power' })],
      3: [aMeter(7, { kind: 'power' }), aMeter(8, { energyType: 'gas' })],
    });
    expect(idsByArea(countedMeters(site, 'electricity', metersOfEnergy))).toMatchObject({
      1: [5, 7],
      2: [5],
      3: [7],
    });
  });

  it('computes power from recent power readings or, if there are none, from the newest span of other meters, and ignores old readings', () => {
    const site = aSite({
      2: [aMeter(5), aMeter(6, { kind: 'power' })],
      3: [aMeter(7), aMeter(8, { kind: 'power', lastPowerAt: minutesAgo(31) })],
      4: [aMeter(9, { lastPowerAt: minutesAgo(31) })],
    });
    expect(idsByArea(countedMeters(site, 'electricity', metersOfPower(NOW)))).toEqual({
      1: [6, 7],
      2: [6],
      3: [7],
      4: [],
    });
  });
});

const idsOfSides = (site: Parameters<typeof balancedMeters>[0]) =>
  Object.fromEntries(
    Array.from(balancedMeters(site, 'electricity'), ([id, { own, children }]) => [
      id,
      [idsOf(own), idsOf(children)],
    ]),
  );

describe('balancedMeters', () => {
  it("compares an area's own meters with those of its child areas, each meter once", () => {
    const shared = aMeter(9);
    const site = aSite({ 1: [aMeter(5)], 2: [aMeter(6), shared], 3: [shared], 4: [aMeter(7)] });
    expect(idsOfSides(site)).toEqual({
      1: [[5], [6, 9]],
      2: [[6, 9], []],
      3: [[9], [7]],
      4: [[7], []],
    });
  });

  it('replaces a child area without meters of this energy type by its child areas', () => {
    const site = aSite({ 1: [aMeter(5)], 3: [aMeter(6, { energyType: 'gas' })], 4: [aMeter(7)] });
    expect(idsOfSides(site)).toEqual({ 1: [[5], [7]], 2: [[], []], 3: [[], [7]], 4: [[7], []] });
  });

  it('makes the rests of a tree add up to the energy of its own meters', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(), fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }))),
        (tree) => {
          const areas = tree.map(([parent], index) => ({
            id: index + 1,
            parentId: index === 0 ? null : 1 + (parent % index),
          }));
          const site = { areas, metersByArea: new Map(areas.map(({ id }) => [id, [aMeter(id)]])) };
          const sum = (meters: readonly { id: number }[]) =>
            meters.reduce((total, { id }) => total + (tree[id - 1]?.[1] ?? 0n), 0n);
          const rests = Array.from(
            balancedMeters(site, 'electricity').values(),
            ({ own, children }) => sum(own) - sum(children),
          );
          expect(rests.reduce((total, rest) => total + rest, 0n)).toBe(tree[0]?.[1] ?? 0n);
        },
      ),
    );
  });
});

describe('isFresh', () => {
  it.each([
    ['for twice the interval of the meter', { lastPowerAt: minutesAgo(30) }, true],
    ['not after twice the interval', { lastPowerAt: new Date(NOW - 30 * 60_000 - 1) }, false],
    ['not if the last power is implausible', { lastPowerKw: null }, false],
    ['not if the meter never had a power', { lastPowerAt: null }, false],
  ])('reports a power as recent %s', (_, fields, expected) => {
    expect(isFresh(aMeter(1, fields), NOW)).toBe(expected);
  });
});

describe('siteBelow', () => {
  const site = aSite({ 1: [aMeter(5)], 3: [aMeter(6)], 4: [aMeter(7), aMeter(8)] });

  it.each([
    [3, [3, 4], { 3: [6], 4: [7, 8] }],
    [2, [2], { 2: [] }],
    [1, [1, 2, 3, 4], { 1: [5], 2: [], 3: [6], 4: [7, 8] }],
    [9, [], {}],
  ])('returns the area %s with the areas below it and their meters', (areaId, areas, meters) => {
    const below = siteBelow(site, areaId);
    expect(below.areas.map(({ id }) => id)).toEqual(areas);
    expect(idsByArea(below.metersByArea)).toEqual(meters);
  });

  it('is counted like a site, although the parent of its first area is missing', () => {
    expect(idsByArea(countedMeters(siteBelow(site, 3), 'electricity', metersOfEnergy))).toEqual({
      3: [6, 7, 8],
      4: [7, 8],
    });
  });
});

describe('the meters of a site', () => {
  const shared = aMeter(9);
  const site = aSite({ 2: [aMeter(5), shared], 3: [shared], 4: [aMeter(7, { energyType: 'gas' })] });

  it('are those of all areas, each meter once', () => {
    expect(idsOf(siteMeters(site, 'electricity', metersOfEnergy))).toEqual([5, 9]);
    expect(idsOf(energyMeters(site, 'electricity'))).toEqual([5, 9]);
    expect(idsOf(energyMeters(site, 'gas'))).toEqual([7]);
  });

  it('are those of the area and the areas below it, if an area is given', () => {
    expect(idsOf(energyMeters(site, 'electricity', 3))).toEqual([9]);
    expect(idsOf(energyMeters(site, 'gas', 1))).toEqual([7]);
  });

  it('are not found for an unknown area', () => {
    expect(() => energyMeters(site, 'gas', 77)).toThrow(
      expect.objectContaining({ kind: 'not_found', message: expect.stringContaining('Area 77') as string }),
    );
  });
});
