import fc from 'fast-check';
import { exactDecimal, roundedDecimal } from '../arithmetic/exact-decimal';
import { roundedShares } from './rounded-shares';

const decimals = (...numbers: (number | null)[]) =>
  numbers.map((number) => (number === null ? null : exactDecimal(number)));

describe('roundedShares', () => {
  it.each([
    [decimals(0.333, 0.333, 0.334), 2, { value: 1, shares: [0.33, 0.34, 0.33] }],
    [decimals(0.005, 0.005), 2, { value: 0.01, shares: [0.01, 0] }],
    [decimals(1.5, null, 2), 0, { value: 4, shares: [2, null, 2] }],
    [decimals(-0.5, 0.5), 0, { value: 0, shares: [0, 0] }],
    [decimals(null), 2, { value: null, shares: [null] }],
    [[], 2, { value: null, shares: [] }],
  ])('rounds %j to %d places', (parts, places, expected) => {
    expect(roundedShares(parts, places)).toEqual(expected);
  });

  it('returns shares that add up to the rounded sum and differ from the exact shares by less than one unit of the last place', () => {
    const part = fc.option(fc.integer({ min: -1_000_000, max: 1_000_000_000 }));
    fc.assert(
      fc.property(fc.array(part), fc.integer({ min: 0, max: 4 }), (thousandths, places) => {
        const parts = thousandths.map((digits) =>
          digits === null ? null : { digits: BigInt(digits), scale: 3 },
        );
        const { value, shares } = roundedShares(parts, places);
        const unit = 10 ** -places;
        const sum = thousandths.reduce<number>((total, digits) => total + (digits ?? 0), 0);
        const isMeasured = thousandths.some((digits) => digits !== null);
        expect(value).toBe(isMeasured ? roundedDecimal({ digits: BigInt(sum), scale: 3 }, places) : null);
        const units = shares.map((share) => (share === null ? 0 : Math.round(share / unit)));
        expect(units.reduce((total, one) => total + one, 0)).toBe(Math.round((value ?? 0) / unit));
        const exact = thousandths.map((digits) => (digits === null ? null : digits / 1000));
        expect(shares.map((share) => share === null)).toEqual(exact.map((part) => part === null));
        const moved = shares.map((share, index) => Math.abs((share ?? 0) - (exact[index] ?? 0)));
        expect(Math.max(0, ...moved)).toBeLessThan(unit + 1e-9);
      }),
    );
  });
});
