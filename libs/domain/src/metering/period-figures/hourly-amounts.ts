import type { RatedPoint } from '../rates/rated-points.service';

/** Mean and peak of hourly amounts; null if nothing was measured. */
export interface HourlyAmounts {
  avg: number | null;
  peak: number | null;
  /** Start of the hour with the peak, ISO 8601 UTC; the earliest if there are several. */
  peakTime: string | null;
}

/**
 * Computes mean and peak. Hours that the range clips count only if no whole hour was measured, as in the statistics of
 * energy.
 * @param points one point per hour
 * @param isWhole whether the hour with this index lies within the range
 */
export function hourlyAmounts(
  points: readonly Pick<RatedPoint, 'timestamp' | 'value'>[],
  isWhole: (index: number) => boolean,
): HourlyAmounts {
  const measured = points.flatMap(({ timestamp, value }, index) =>
    value === null ? [] : [{ timestamp, value, whole: isWhole(index) }],
  );
  const whole = measured.filter((hour) => hour.whole);
  const compared = whole.length > 0 ? whole : measured;
  const [first, ...others] = compared;
  if (!first) return { avg: null, peak: null, peakTime: null };
  const highest = others.reduce((peak, hour) => (hour.value > peak.value ? hour : peak), first);
  const sum = compared.reduce((total, { value }) => total + value, 0);
  return { avg: sum / compared.length, peak: highest.value, peakTime: highest.timestamp };
}
