import fc from 'fast-check';
import { roundedEnergy, roundedPercent } from './rounded';

describe('rounded values', () => {
  it.each([
    [1.0005, 1.001],
    [0.000_499, 0],
    [2.4995, 2.5],
    [-0.0005, -0],
    [-0.0006, -0.001],
    [1_234_567.890_123, 1_234_567.89],
    [8.333_333_333_333_334, 8.333],
  ])('of energy have three decimals, and a half is rounded up: %d becomes %d', (value, expected) => {
    expect(roundedEnergy(value) + 0).toBe(expected + 0);
  });

  it('of energy equal the rounded decimal number, even close to a half', () => {
    const aHalf = fc
      .integer({ min: -(10 ** 12), max: 10 ** 12 })
      .map((thousandths) => (thousandths + 0.5) / 1000);
    const aMilliwattHour = fc
      .integer({ min: -(10 ** 14), max: 10 ** 14 })
      .map((energyMwh) => energyMwh / 1e6);
    fc.assert(
      fc.property(fc.oneof(aHalf, aMilliwattHour), (value) => {
        const thousandths = Number((value * 1000).toPrecision(15));
        expect(roundedEnergy(value)).toBe(Math.floor(thousandths + 0.5) / 1000);
      }),
      { numRuns: 5000 },
    );
  });

  it('of percentages have two decimals; null stays null', () => {
    expect(roundedPercent(33.335)).toBe(33.34);
    expect([roundedPercent(null), roundedEnergy(null)]).toEqual([null, null]);
  });
});
