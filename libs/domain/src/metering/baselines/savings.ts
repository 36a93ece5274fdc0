import type { Bucket } from '../arithmetic/calendar';
import { coverageOf } from '../arithmetic/coverage';
import { MWH_PER_KWH, toKwh } from '../arithmetic/meter-arithmetic';
import { roundedEnergy, roundedPercent } from '../arithmetic/rounded';
import type { BaselineDay } from './baseline-days';
import { type BaselineFit, bandKwh, expectedMwh } from './baseline-fit';

/** The actual and the expected energy of the complete days of a bucket. */
export interface SavingsPoint {
  startMs: number;
  /** kWh; null if no day is complete. */
  actual: number | null;
  expected: number | null;
  /** The band that contains the actual energy in 9 of 10 cases, if the building consumes as in the baseline. */
  low: number | null;
  high: number | null;
  /** The saving of all buckets up to this one in kWh. */
  cumulativeSaving: number;
  /** The share of the bucket that is in complete days, see `coverageOf`. */
  coverage: number;
}

/** The saving of a range. */
export interface Saving {
  kwh: number;
  /** Percent of the expected energy; null if nothing was expected. */
  percent: number | null;
  /** Half the width of the 90 % band of the saving, in percent of the saving; null if the saving is 0. */
  uncertaintyPercent: number | null;
  confidence: 0.9;
}

/** The savings by bucket, and that of the whole range; null if no day is complete. */
export interface Savings {
  points: SavingsPoint[];
  saving: Saving | null;
}

/**
 * Compares the actual energy of days with the expected energy.
 * @param wholeBuckets in order, without gaps
 * @param days the complete days of the range, in order
 */
export function savingsOf(
  fit: BaselineFit,
  wholeBuckets: readonly Bucket[],
  days: readonly BaselineDay[],
): Savings {
  const known = days.flatMap((day) => {
    const modelMwh = expectedMwh(fit, day);
    return Number.isNaN(modelMwh) ? [] : [{ day, expected: modelMwh + day.adjustmentMwh }];
  });
  const total = { days: 0, actual: 0, expected: 0 };
  let next = 0;
  const points = wholeBuckets.map(({ startMs, endMs }): SavingsPoint => {
    const sums = { days: 0, actual: 0, expected: 0 };
    let countedMs = 0;
    for (let entry = known[next]; entry && entry.day.startMs < endMs; entry = known[++next]) {
      sums.days++;
      sums.actual += entry.day.energyMwh + entry.day.adjustmentMwh;
      sums.expected += entry.expected;
      countedMs += entry.day.endMs - entry.day.startMs;
    }
    total.days += sums.days;
    total.actual += sums.actual;
    total.expected += sums.expected;
    const rest = {
      startMs,
      cumulativeSaving: toKwh(total.expected - total.actual),
      coverage: coverageOf(countedMs, endMs - startMs),
    };
    if (sums.days === 0) return { ...rest, actual: null, expected: null, low: null, high: null };
    const band = Math.round(bandKwh(fit.errors, sums.days) * MWH_PER_KWH);
    return {
      ...rest,
      actual: toKwh(sums.actual),
      expected: toKwh(sums.expected),
      low: toKwh(sums.expected - band),
      high: toKwh(sums.expected + band),
    };
  });
  return { points: points.map(roundedPoint), saving: total.days === 0 ? null : savingOf(fit, total) };
}

function roundedPoint({ startMs, coverage, ...energies }: SavingsPoint): SavingsPoint {
  const { actual, expected, low, high, cumulativeSaving } = energies;
  return {
    startMs,
    actual: roundedEnergy(actual),
    expected: roundedEnergy(expected),
    low: roundedEnergy(low),
    high: roundedEnergy(high),
    cumulativeSaving: roundedEnergy(cumulativeSaving),
    coverage,
  };
}

function savingOf(fit: BaselineFit, total: { days: number; actual: number; expected: number }): Saving {
  const kwh = toKwh(total.expected - total.actual);
  return {
    kwh: roundedEnergy(kwh),
    percent: total.expected === 0 ? null : roundedPercent((100 * kwh) / Math.abs(toKwh(total.expected))),
    uncertaintyPercent:
      kwh === 0 ? null : roundedPercent((100 * bandKwh(fit.errors, total.days)) / Math.abs(kwh)),
    confidence: 0.9,
  };
}
