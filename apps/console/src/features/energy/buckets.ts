import type { Bucket, Interval } from './energy.queries';

/** The format of the start of a bucket. */
export const BUCKET_TITLES: Record<Interval, Intl.DateTimeFormatOptions> = {
  hour: { hour: '2-digit', minute: '2-digit' },
  day: { weekday: 'short', month: 'short', day: 'numeric' },
  month: { month: 'short', year: 'numeric' },
};

/**
 * Returns true if the figure of a bucket is partly measured or estimated. A bucket that has not ended is partly
 * measured.
 */
export function isUncertain({
  value,
  coverage,
  estimated,
}: Pick<Bucket, 'value' | 'coverage' | 'estimated'>): boolean {
  return value !== null && (coverage < 0.995 || estimated === true);
}
