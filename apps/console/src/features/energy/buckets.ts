import type { Bucket, Interval } from './energy.queries';

/** How the start of a bucket is written. */
export const BUCKET_TITLES: Record<Interval, Intl.DateTimeFormatOptions> = {
  hour: { hour: '2-digit', minute: '2-digit' },
  day: { weekday: 'short', month: 'short', day: 'numeric' },
  month: { month: 'short', year: 'numeric' },
};

/** A bucket whose figure is not wholly measured. A bucket that has not ended is not wholly measured either. */
export function isUncertain({ value, coverage, estimated }: Bucket): boolean {
  return value !== null && (coverage < 0.995 || estimated === true);
}
