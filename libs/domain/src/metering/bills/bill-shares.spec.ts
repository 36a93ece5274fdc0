import fc from 'fast-check';
import { dividedUnits } from './bill-shares';

const sum = (parts: readonly bigint[]) => parts.reduce((total, part) => total + part, 0n);

describe('the shares of a bill', () => {
  it('add up to the bill, and differ from exact shares by less than one unit', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 50 });
    const property = fc.property(
      fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      weights,
      (units, given) => {
        const all = sum(given);
        const parts = dividedUnits(units, given) ?? [];
        const isClose = (part: bigint, index: number) => {
          const difference = part * all - units * (given[index] ?? 0n);
          return difference < all && difference > -all;
        };
        expect([sum(parts), parts.every(isClose)]).toEqual([all === 0n ? 0n : units, true]);
      },
    );
    fc.assert(property);
  });

  it('give the units that are left to the largest remainders, and to the first of equal ones', () => {
    expect(dividedUnits(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
    expect(dividedUnits(-100n, [1n, 1n, 1n])).toEqual([-34n, -33n, -33n]);
    expect(dividedUnits(10n, [55n, 0n, 18n, 27n])).toEqual([5n, 0n, 2n, 3n]);
    expect(dividedUnits(5n, [0n, 0n])).toBeNull();
  });
});
