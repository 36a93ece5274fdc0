import type { Bucket } from './energy.queries';

/** The figures of costs or emissions in a period. Amounts are null if no bucket has one. */
export interface RatedFigures {
  total: number | null;
  /**
   * Change in percent since the previous period. Only buckets that have ended and have an amount in both count, and only
   * with the same coverage, because a silent meter must not look like a saving.
   */
  change: number | null;
  /** Mean of the buckets that have ended. */
  mean: number | null;
  highest: Bucket | null;
  /** Measured buckets without an amount, because a price or a factor is missing. */
  missing: 'all' | 'some' | 'none';
}

/** Timestamps of readings differ by seconds. */
const SAME_COVERAGE = 0.01;

/**
 * @param previous the buckets of the previous period
 * @param to the end of the period
 */
export function ratedFigures(
  buckets: readonly Bucket[],
  previous: readonly Bucket[],
  nowMs: number,
  to: string,
): RatedFigures {
  const endOf = (index: number) => Date.parse(buckets[index + 1]?.timestamp ?? to);
  const ended = buckets.filter((_, index) => endOf(index) <= nowMs);
  const pairs = ended.flatMap(({ value, coverage }, index) => {
    const { value: before = null, coverage: coverageBefore = 0 } = previous[index] ?? {};
    const isAlike = Math.abs(coverage - coverageBefore) < SAME_COVERAGE;
    return value === null || before === null || !isAlike ? [] : [{ value, before }];
  });
  const before = sumOf(pairs.map((pair) => pair.before));
  const after = sumOf(pairs.map(({ value }) => value));
  const amounts = amountsOf(buckets);
  const endedAmounts = amountsOf(ended);
  const measured = buckets.filter(({ coverage }) => coverage > 0);
  const missing = measured.filter(({ value }) => value === null).length;
  return {
    total: amounts.length === 0 ? null : sumOf(amounts),
    change: before === 0 ? null : ((after - before) / before) * 100,
    mean: endedAmounts.length === 0 ? null : sumOf(endedAmounts) / endedAmounts.length,
    highest: buckets.find(({ value }) => value !== null && value === Math.max(...amounts)) ?? null,
    missing: missing === 0 ? 'none' : missing === measured.length ? 'all' : 'some',
  };
}

function amountsOf(buckets: readonly Bucket[]): number[] {
  return buckets.flatMap(({ value }) => value ?? []);
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
