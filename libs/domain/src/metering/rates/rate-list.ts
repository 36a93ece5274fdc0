import type { ExactDecimal } from '../arithmetic/exact-decimal';

/** Collects the distinct rates of a schedule. */
export class RateList {
  readonly rates: ExactDecimal[] = [];
  private readonly indexes = new Map<string, number>();

  /** @returns the index of the rate */
  indexOf(rate: ExactDecimal): number {
    const key = `${rate.digits}e-${rate.scale}`;
    const index = this.indexes.get(key) ?? this.rates.push(rate) - 1;
    this.indexes.set(key, index);
    return index;
  }
}
