import type { ExactDecimal } from '../arithmetic/exact-decimal';
import { partAmounts, ratedAmounts, RatedEnergy, sumOfMeters } from './rated-energy';

const measured = (parts: Record<number, number>, partCount: number, bucketCount: number) => {
  const energy = new RatedEnergy(partCount, bucketCount);
  for (const [part, energyMwh] of Object.entries(parts)) energy.addEnergy(Number(part), energyMwh);
  return energy;
};
/** Energy as plain numbers; null if nothing was measured. */
const partsOf = ({ partsMwh }: RatedEnergy) => [...partsMwh].map((mwh) => (Number.isNaN(mwh) ? null : mwh));

/** 0.25, 0.1 and 3 per kWh. */
const RATES: ExactDecimal[] = [
  { digits: 25n, scale: 2 },
  { digits: 1n, scale: 1 },
  { digits: 3n, scale: 0 },
];
const PARTS = [
  { bucket: 0, rate: 0 },
  { bucket: 0, rate: 1 },
  { bucket: 1, rate: 2 },
  { bucket: 1, rate: null },
];

describe('RatedEnergy', () => {
  it('adds the sums of cells to their parts and buckets, except for cells without a measurement', () => {
    const energy = new RatedEnergy(3, 2);
    const cells = [0, 1, 0, 2].map((part, index) => ({
      startMs: index,
      endMs: index + 1,
      bucket: part === 2 ? 1 : 0,
      part,
    }));
    energy.addCells(cells, [
      { energyMwh: 5, coveredMs: 10, estimated: false },
      { energyMwh: null, coveredMs: 99, estimated: false },
      { energyMwh: 7, coveredMs: 20, estimated: true },
      { energyMwh: 0, coveredMs: 40, estimated: false },
    ]);
    expect(partsOf(energy)).toEqual([12, null, 0]);
    expect([...energy.coveredMs]).toEqual([30, 40]);
  });

  it('adds nothing for cells without sums', () => {
    const energy = new RatedEnergy(1, 1);
    energy.addCells([{ startMs: 0, endMs: 1, bucket: 0, part: 0 }], []);
    expect(partsOf(energy)).toEqual([null]);
    expect([...energy.coveredMs]).toEqual([0]);
  });
});

describe('sumOfMeters', () => {
  it('adds up the energy and the measured time of the given meters', () => {
    const measurements: readonly Record<number, number>[] = [{ 0: 1, 1: 2 }, { 1: 40 }, { 2: 900 }];
    const byMeter = new Map(
      measurements.map((parts, index) => {
        const energy = measured(parts, 3, 2);
        energy.addCoverage(index % 2, 10 ** index);
        return [index + 1, energy];
      }),
    );
    const sums = { parts: PARTS.slice(0, 3), bucketCount: 2, byMeter };
    const sum = sumOfMeters([{ id: 1 }, { id: 2 }, { id: 9 }], sums);
    expect(partsOf(sum)).toEqual([1, 42, null]);
    expect([...sum.coveredMs]).toEqual([1, 10]);
    expect(partsOf(sumOfMeters([{ id: 3 }], sums))).toEqual([null, null, 900]);
  });
});

describe('partAmounts', () => {
  it('multiplies the energy of each part by its rate exactly, and returns null without energy or without a rate', () => {
    const energy = measured({ 0: 2_000_000, 2: 9_007_199_254_740_991, 3: 5 }, 4, 2);
    expect(partAmounts(energy, PARTS, RATES)).toEqual([
      { digits: 50_000_000n, scale: 8 },
      null,
      { digits: 27_021_597_764_222_973n, scale: 6 },
      null,
    ]);
  });
});

describe('ratedAmounts', () => {
  it.each([
    ['with parts whose rates have different decimals', { 0: 4_000_000, 1: 30_000_000, 2: 1_000_000 }, [4, 3]],
    ['without measurements', { 2: 0 }, [null, 0]],
    ['with a part without energy', { 1: 10_000_000 }, [1, null]],
    ['with a measured part without a rate', { 0: 1_000_000, 2: 1_000_000, 3: 0 }, [0.25, null]],
  ])('returns the amount of a bucket %s', (_, parts, expected) => {
    const amounts = ratedAmounts(measured(parts, 4, 2), PARTS, RATES);
    expect(amounts.map((amount) => amount && Number(amount.digits) / 10 ** amount.scale)).toEqual(expected);
  });

  it('returns null for a bucket if its first measured part has no rate and a later one has a rate', () => {
    const parts = [
      { bucket: 0, rate: null },
      { bucket: 0, rate: 0 },
    ];
    expect(ratedAmounts(measured({ 0: 1, 1: 1 }, 2, 1), parts, RATES)).toEqual([null]);
  });

  it('returns null for each bucket if there are no rates', () => {
    const parts = [{ bucket: 0, rate: null }];
    expect(ratedAmounts(measured({ 0: 1 }, 1, 2), parts, [])).toEqual([null, null]);
    expect(ratedAmounts(measured({}, 1, 1), parts, [])).toEqual([null]);
  });
});
