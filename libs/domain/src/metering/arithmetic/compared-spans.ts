import { type Bucket, type CalendarInterval, startOf, startOfPrevious } from './calendar';

/** A period up to now, and the same part of the previous period. */
export interface ComparedSpans {
  current: Bucket;
  previous: Bucket;
}

export function comparedSpans(interval: CalendarInterval, nowMs: number, zone: string): ComparedSpans {
  const startMs = startOf(interval, nowMs, zone);
  const previousMs = startOfPrevious(interval, nowMs, zone);
  return {
    current: { startMs, endMs: nowMs },
    previous: { startMs: previousMs, endMs: previousMs + (nowMs - startMs) },
  };
}
