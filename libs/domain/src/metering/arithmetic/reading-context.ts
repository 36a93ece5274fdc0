import type { MeterArithmetic } from './meter-arithmetic';

/**
 * The usable readings on which the energy of a period depends: the last `before` readings at or before its start, and
 * the first `after` readings at or after its end. If a reading changes, the change affects the time from the `after`-th
 * reading before it to the `before`-th reading after it.
 */
export interface ReadingContext {
  before: number;
  after: number;
}

const NEIGHBOURS: ReadingContext = { before: 1, after: 1 };

/**
 * The readings that `register-steps.ts` needs. After the period it needs two, because the first may be a false sample,
 * and the second shows whether the first is false. Before the period it needs five. The step into the period depends on
 * up to three of them, because one may be false and a fall depends on the step before. Two more show whether the third
 * is false.
 */
const AROUND_FALSE_SAMPLES: ReadingContext = { before: 5, after: 2 };

/** The context that is sufficient for a register or power meter with any settings. */
export const WIDEST_CONTEXT = AROUND_FALSE_SAMPLES;

/** The context that this register or power meter needs. */
export function contextOf({ kind, maxPowerKw }: MeterArithmetic): ReadingContext {
  return kind === 'cumulative' && maxPowerKw !== null ? AROUND_FALSE_SAMPLES : NEIGHBOURS;
}
