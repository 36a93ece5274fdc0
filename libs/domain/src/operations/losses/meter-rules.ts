import type { EnergyType } from '@app/entities';
import { type Message, say } from '@app/kernel';
import { HOUR_MS, toKwh } from '../../metering/arithmetic/meter-arithmetic';
import { roundedEnergy } from '../../metering/arithmetic/rounded';
import type { SavingsPoint } from '../../metering/baselines/savings';
import { DAYS_PER_MONTH, found, type Judgement, LEAST_DAYS, median, noLoss, sum, unknown } from './judgement';

/** The energies of a meter in successive hours or days. */
export interface MeterSeries {
  pointCode: string;
  energyType: string;
  /** Whole milliwatt-hours; NaN for an hour or a day that was not measured completely, or that is estimated. */
  energiesMwh: Float64Array;
}

const BAND_DAYS = 7;
const DRIFT_DAYS = 7;
/** A meter follows its siblings if they explain this share of the variance of its days. */
const LEAST_R_SQUARED = 0.7;
const LEAST_SIBLINGS = 3;
/** How many points before the judged day are searched for complete days. */
const SEARCHED_DAYS = 14;
const HOURS_PER_DAY = 24;

/**
 * Finds meters whose hours are all equal, and meters that have stopped while others measure a consumption.
 * @param range the indexes [from, to) of the hours before the judged day
 * @param leastHours how long a meter must not change
 */
export function judgeFrozenMeters(
  meters: readonly MeterSeries[],
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
 * Finds a meter that deviates from its siblings, which it has followed before. Its last 7 complete days are compared with
 * a line through the days before them. The index of a day is the median over the siblings of their energy, divided by
 * their usual energy, so a change of one of them has no effect.
 * @param siblings the meters of the same energy type in the areas beside
 * @param range the indexes [from, to) of the days before the judged day
 * @param mostPercent by how much the energy may deviate
 */
export function judgeDrift(
  { pointCode, energiesMwh }: MeterSeries,
  siblings: readonly MeterSeries[],
  { from, to }: { from: number; to: number },
  mostPercent: number,
): Judgement {
  const cannotJudge = (reason: Message): Judgement => ({ pointCode, loss: null, reason });
  const usual = siblings.flatMap((sibling) => {
    const known = sibling.energiesMwh.subarray(from, to - DRIFT_DAYS).filter((energy) => energy > 0);
    return known.length >= LEAST_DAYS ? [{ energies: sibling.energiesMwh, meanMwh: mean([...known]) }] : [];
  });
  if (usual.length < LEAST_SIBLINGS)
    return cannotJudge(say('loss_without_siblings', { count: usual.length, least: LEAST_SIBLINGS }));
  const days: { own: number; index: number }[] = [];
  for (let day = from; day < to; day++) {
    const own = toKwh(energiesMwh[day] ?? Number.NaN);
    const shares = usual.map(({ energies, meanMwh }) => (energies[day] ?? Number.NaN) / meanMwh);
    const known = shares.filter((share) => !Number.isNaN(share));
    if (!Number.isNaN(own) && known.length >= LEAST_SIBLINGS) days.push({ own, index: median(known) });
  }
  const [before, last] = [days.slice(0, -DRIFT_DAYS), days.slice(-DRIFT_DAYS)];
  if (before.length < LEAST_DAYS)
    return cannotJudge(say('loss_days_missing', { days: days.length, least: LEAST_DAYS + DRIFT_DAYS }));
  const { slope, offset, rSquared } = lineThrough(before);
  if (rSquared < LEAST_R_SQUARED) return cannotJudge(say('loss_siblings_differ'));
  const deviations = last.map(({ own, index }) => own - (offset + slope * index));
  const isSteady = deviations.every((kwh) => kwh > 0) || deviations.every((kwh) => kwh < 0);
  const actual = mean(last.map(({ own }) => own));
  const expected = actual - mean(deviations);
  const percent = (100 * (actual - expected)) / expected;
  const evidence = [
    { code: 'deviationPercent', value: roundedEnergy(percent) },
    { code: 'kwhPerDay', value: roundedEnergy(actual) },
    { code: 'expectedKwhPerDay', value: roundedEnergy(expected) },
  ] as const;
  const isDrifting = isSteady && expected > 0 && Math.abs(percent) > mostPercent;
  const loss = { kwhPerMonth: 0, energyType: 'electricity' as const, hoursMs: [], evidence: [...evidence] };
  return { pointCode, loss: isDrifting ? loss : null, reason: null };
}

const mean = (values: readonly number[]): number => sum(values) / values.length;

/** The line of least squares. */
function lineThrough(days: readonly { own: number; index: number }[]) {
  const [meanOwn, meanIndex] = [mean(days.map(({ own }) => own)), mean(days.map(({ index }) => index))];
  const covariance = sum(days.map(({ own, index }) => (own - meanOwn) * (index - meanIndex)));
  const ofOwn = sum(days.map(({ own }) => (own - meanOwn) ** 2));
  const ofIndex = sum(days.map(({ index }) => (index - meanIndex) ** 2));
  const slope = ofIndex > 0 ? covariance / ofIndex : 0;
  const rSquared = ofOwn > 0 && ofIndex > 0 ? covariance ** 2 / (ofOwn * ofIndex) : 0;
  return { slope, offset: meanOwn - slope * meanIndex, rSquared };
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
