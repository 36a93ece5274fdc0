import type { MeterArithmetic } from './meter-arithmetic';

/**
 * The usable readings on which the energy of a period depends: the last `before` readings at or before its start, and
 * the first `after` readings at or after its end. Conversely, a changed reading affects the time from the `after`-th
 * reading before it to the `before`-th reading after it.
 */
export interface ReadingContext {
  before: number;
  after: number;
}

const NEIGHBOURS: ReadingContext = { before: 1, after: 1 };

/**
 * The context that `register-steps.ts` needs. `after` is 2, because the first reading may be a false sample, which only
 * the second reading shows. `before` is 5: the step into the period depends on up to three readings, because one may be
 * false, and because a fall depends on the step before it. Two more readings show whether the third one is false.
 */
const AROUND_FALSE_SAMPLES: ReadingContext = { before: 5, after: 2 };

/** The context that is sufficient for a register or power meter with any settings. */
export const WIDEST_CONTEXT = AROUND_FALSE_SAMPLES;

/** The context that this register or power meter needs. */
export function contextOf({ kind, maxPowerKw }: MeterArithmetic): ReadingContext {
  return kind === 'cumulative' && maxPowerKw !== null ? AROUND_FALSE_SAMPLES : NEIGHBOURS;
}
