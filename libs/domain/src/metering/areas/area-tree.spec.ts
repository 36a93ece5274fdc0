import type { AreaEntity, MeterEntity } from '@app/entities';
import { countedMeters, metersOfEnergy, metersOfPower, type Site } from './area-tree';

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
const idsByArea = (counted: Map<number, MeterEntity[]>) =>
  Object.fromEntries(
    [...counted].map(([area, meters]) => [area, meters.map(({ id }) => id).sort((a, b) => a - b)]),
  );

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
