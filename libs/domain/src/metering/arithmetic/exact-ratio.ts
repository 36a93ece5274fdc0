import type { ExactDecimal } from './exact-decimal';

/** A fraction of whole numbers. The denominator is positive. */
export interface Ratio {
  numerator: bigint;
  denominator: bigint;
}

export const ratio = (numerator: bigint, denominator = 1n): Ratio => ({ numerator, denominator });

export const ratioOf = ({ digits, scale }: ExactDecimal): Ratio => ratio(digits, 10n ** BigInt(scale));

export const product = (one: Ratio, other: Ratio): Ratio =>
  ratio(one.numerator * other.numerator, one.denominator * other.denominator);

export const larger = (one: Ratio, other: Ratio): Ratio =>
  one.numerator * other.denominator >= other.numerator * one.denominator ? one : other;

/** Rounds half up to whole units of the last place, see `roundedUnits`. */
export function roundedRatio({ numerator, denominator }: Ratio, places: number): bigint {
  const raised = 2n * numerator * 10n ** BigInt(places) + denominator;
  const unit = 2n * denominator;
  // The division of BigInt rounds towards zero.
  return raised < 0n && raised % unit !== 0n ? raised / unit - 1n : raised / unit;
}
