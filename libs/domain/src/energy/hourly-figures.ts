import type { AreaFigure } from './area-figures';
import type { Bucket } from './calendar';

/** What the hours of a range say together. */
export interface HourlyFigures {
  /** kWh (m³ for water); null where nothing was measured. */
  total: number | null;
  /** Mean of the hourly energies: kWh in one hour, so mean kW. */
  avg: number | null;
  /** The highest of the hourly energies. */
  peak: number | null;
  /** Start of that hour, milliseconds; the first of several. */
  peakTimeMs: number | null;
}

/**
 * Total, mean and peak of hours. Hours that the range holds only in part (the one that is running) count towards the
 * total; towards mean and peak only where there are no others.
 * @param hours the whole hours, in order
 * @param range the range by which they were clipped
 * @param figures what was used in each, within the range
 */
export function hourlyFigures(
  hours: readonly Bucket[],
  range: Bucket,
  figures: readonly AreaFigure[],
): HourlyFigures {
  const measured = figures.flatMap(({ value }, index) => {
    const hour = hours[index];
    if (value === null || !hour) return [];
    return [
      { value, startMs: hour.startMs, whole: hour.startMs >= range.startMs && hour.endMs <= range.endMs },
    ];
  });
  const whole = measured.filter((hour) => hour.whole);
  const compared = whole.length > 0 ? whole : measured;
  const [first] = compared;
  if (!first) return { total: null, avg: null, peak: null, peakTimeMs: null };
  const peak = compared.reduce((best, hour) => (hour.value > best.value ? hour : best), first);
  return {
    total: sum(measured),
    avg: sum(compared) / compared.length,
    peak: peak.value,
    peakTimeMs: peak.startMs,
  };
}

/** The change from `before` to `now` in percent; null without a base to compare with. */
export function percentChange(now: number | null, before: number | null): number | null {
  return now === null || before === null || before === 0 ? null : ((now - before) / before) * 100;
}

/** Adds in whole millionths, as the energy is kept: decimal fractions do not pile up errors. */
function sum(hours: readonly { value: number }[]): number {
  return hours.reduce((total, { value }) => total + Math.round(value * 1e6), 0) / 1e6;
}
