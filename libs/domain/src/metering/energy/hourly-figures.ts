import type { Bucket } from '../arithmetic/calendar';
import { HOUR_MS, toKwh } from '../arithmetic/meter-arithmetic';
import { roundedPercent } from '../arithmetic/rounded';
import type { HourTotals } from './hour-totals.queries';

/** Statistics of the hours of a range. */
export interface HourlyFigures {
  /** kWh (m³ for water); null if nothing was measured. */
  total: number | null;
  /** Mean of the hourly energies in kWh per hour, which is the mean power in kW. */
  avg: number | null;
  /** The highest energy of an hour. */
  peak: number | null;
  /** Start of the hour with the peak in milliseconds; the earliest if there are several. */
  peakTimeMs: number | null;
}

/**
 * Computes total, mean and peak. Hours that the range clips (such as the current hour) count towards the total. They
 * count towards mean and peak only if no whole hour was measured.
 * @param whole totals of hours that lie within the range
 * @param clipped totals of hours that the range clips, each clipped to the range
 */
export function hourlyFigures(whole: readonly HourTotals[], clipped: readonly HourTotals[]): HourlyFigures {
  const compared = addTotals(whole.length > 0 ? whole : clipped);
  if (!compared) return { total: null, avg: null, peak: null, peakTimeMs: null };
  const all = addTotals([...whole, ...clipped]) ?? compared;
  return {
    total: toKwh(all.totalMwh),
    avg: toKwh(compared.totalMwh) / compared.hours,
    peak: toKwh(compared.peakMwh),
    peakTimeMs: compared.peakMs,
  };
}

function addTotals(totals: readonly HourTotals[]): HourTotals | null {
  const [first, ...others] = totals;
  if (!first) return null;
  return others.reduce((sum, next) => {
    const isHigher = next.peakMwh > sum.peakMwh || (next.peakMwh === sum.peakMwh && next.peakMs < sum.peakMs);
    const { peakMwh, peakMs } = isHigher ? next : sum;
    return { hours: sum.hours + next.hours, totalMwh: sum.totalMwh + next.totalMwh, peakMwh, peakMs };
  }, first);
}

const noHours = (): HourTotals => ({ hours: 0, totalMwh: 0, peakMwh: -Infinity, peakMs: 0 });

/**
 * Computes the figures of hours with these energies. Hours that are shorter than others count as clipped.
 * @param energiesMwh whole milliwatt-hours of each hour; NaN for an hour that does not count
 */
export function figuresOfHours(hours: readonly Bucket[], energiesMwh: Float64Array): HourlyFigures {
  const [whole, clipped] = [noHours(), noHours()];
  for (const [index, { startMs, endMs }] of hours.entries()) {
    const energyMwh = energiesMwh[index] ?? Number.NaN;
    if (Number.isNaN(energyMwh)) continue;
    const totals = endMs - startMs === HOUR_MS ? whole : clipped;
    totals.hours++;
    totals.totalMwh += energyMwh;
    if (energyMwh <= totals.peakMwh) continue;
    totals.peakMwh = energyMwh;
    totals.peakMs = startMs;
  }
  return hourlyFigures(
    [whole].filter((totals) => totals.hours > 0),
    [clipped].filter((totals) => totals.hours > 0),
  );
}

/** Changes in percent; null if a figure is unknown, or if the earlier figure is 0. */
export interface PeriodChanges {
  total: number | null;
  avg: number | null;
  peak: number | null;
}

type Figures = Record<keyof PeriodChanges, number | null>;

/** The changes from `before` to `now`, rounded as in responses. */
export function changesBetween(now: Figures, before: Figures): PeriodChanges {
  const change = (of: keyof PeriodChanges) => roundedPercent(percentChange(now[of], before[of]));
  return { total: change('total'), avg: change('avg'), peak: change('peak') };
}

/** The change from `before` to `now` in percent; null if one of them is unknown or `before` is 0. */
export function percentChange(now: number | null, before: number | null): number | null {
  return now === null || before === null || before === 0 ? null : ((now - before) / before) * 100;
}
