import type { HourTotals } from './hour-totals.queries';
import { toKwh } from '../arithmetic/meter-arithmetic';

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

/** The change from `before` to `now` in percent; null if one of them is unknown or `before` is 0. */
export function percentChange(now: number | null, before: number | null): number | null {
  return now === null || before === null || before === 0 ? null : ((now - before) / before) * 100;
}
