import { decimalNumber, type ExactDecimal, roundedUnits, sumOfDecimals } from '../arithmetic/exact-decimal';

const ZERO: ExactDecimal = { digits: 0n, scale: 0 };

/**
 * Rounds a figure and its parts half up, so that the rounded parts add up to the rounded figure exactly: each part is
 * the difference of two rounded running sums.
 * @param parts null for a part without a measurement
 * @param places digits after the decimal point
 */
export function roundedShares(
  parts: readonly (ExactDecimal | null)[],
  places: number,
): { value: number | null; shares: (number | null)[] } {
  let sum = ZERO;
  let units = 0n;
  const shares = parts.map((part) => {
    if (part === null) return null;
    sum = sumOfDecimals(sum, part);
    const before = units;
    units = roundedUnits(sum, places);
    return decimalNumber(units - before, places);
  });
  const isMeasured = parts.some((part) => part !== null);
  return { value: isMeasured ? decimalNumber(units, places) : null, shares };
}
