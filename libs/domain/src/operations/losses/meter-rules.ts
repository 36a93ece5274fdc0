import type { EnergyType } from '@app/entities';
import { say } from '@app/kernel';
import { HOUR_MS } from '../../metering/arithmetic/meter-arithmetic';
import { roundedEnergy } from '../../metering/arithmetic/rounded';
import type { SavingsPoint } from '../../metering/baselines/savings';
import { DAYS_PER_MONTH, found, type Judgement, noLoss, sum, unknown } from './judgement';

/** The hours of a meter. */
export interface MeterHours {
  pointCode: string;
  energyType: string;
  /** Whole milliwatt-hours per hour; NaN for an hour that was not measured completely, or that is estimated. */
  energiesMwh: Float64Array;
}

const BAND_DAYS = 7;
/** How many points before the judged day are searched for complete days. */
const SEARCHED_DAYS = 14;
const HOURS_PER_DAY = 24;

/**
 * Finds meters whose hours are all equal, and meters that have stopped while others measure a consumption.
 * @param range the indexes [from, to) of the hours before the judged day
 * @param leastHours how long a meter must not change
 */
export function judgeFrozenMeters(
  meters: readonly MeterHours[],
  { from, to }: { from: number; to: number },
  leastHours: number,
): Judgement[] {
  return meters.map((meter): Judgement => {
    const { pointCode, energiesMwh, energyType } = meter;
    const last = energiesMwh[to - 1] ?? Number.NaN;
    let first = to;
    while (first > from && energiesMwh[first - 1] === last) first--;
    const hours = to - first;
    if (hours < leastHours) {
      const isUnknown = first > from && Number.isNaN(energiesMwh[first - 1]);
      const reason = isUnknown ? say('loss_hours_missing', { pointCode, hours: leastHours }) : null;
      return { pointCode, loss: null, reason };
    }
    const hasStopped = last === 0;
    const siblings = meters.filter((other) => other !== meter && other.energyType === energyType);
    const isFrozen = hasStopped
      ? energiesMwh.subarray(from, first).some((energy) => energy > 0) &&
        siblings.some((other) => other.energiesMwh.subarray(first, to).some((energy) => energy > 0))
      : true;
    const evidence = [{ code: hasStopped ? 'stoppedHours' : 'equalHours', value: hours } as const];
    const loss = { kwhPerMonth: 0, energyType: 'electricity' as const, hoursMs: [], evidence };
    return { pointCode, loss: isFrozen ? loss : null, reason: null };
  });
}

/**
 * Compares the last complete days with the band of a baseline.
 * @param points the days before the judged day, in order
 * @param leastDays how many of the last 7 complete days must be above the band
 */
export function judgeBand(
  points: readonly SavingsPoint[],
  leastDays: number,
  energyType: EnergyType,
): Judgement {
  const known = points.slice(-SEARCHED_DAYS).flatMap(({ startMs, actual, expected, high }) => {
    const isKnown = actual !== null && expected !== null && high !== null;
    return isKnown ? [{ startMs, actual, expected, isAbove: actual > high }] : [];
  });
  const days = known.slice(-BAND_DAYS);
  if (days.length < BAND_DAYS)
    return unknown(say('loss_days_missing', { days: days.length, least: BAND_DAYS }));
  const above = days.filter(({ isAbove }) => isAbove).length;
  const actual = sum(days.map((day) => day.actual)) / BAND_DAYS;
  const expected = sum(days.map((day) => day.expected)) / BAND_DAYS;
  if (above < leastDays || actual <= expected) return noLoss;
  return found({
    kwhPerMonth: roundedEnergy((actual - expected) * DAYS_PER_MONTH),
    energyType,
    hoursMs: days.flatMap(({ startMs }) =>
      Array.from({ length: HOURS_PER_DAY }, (_, hour) => startMs + hour * HOUR_MS),
    ),
    evidence: [
      { code: 'daysAbove', value: above },
      { code: 'kwhPerDay', value: roundedEnergy(actual) },
      { code: 'expectedKwhPerDay', value: roundedEnergy(expected) },
    ],
  });
}
