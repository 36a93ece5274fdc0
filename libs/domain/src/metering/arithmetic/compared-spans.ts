import { type Bucket, type CalendarInterval, startOf, startOfPrevious } from './calendar';

/** A period, and the period to compare it with. */
export interface ComparedSpans {
  current: Bucket;
  previous: Bucket;
}

/** The period up to now, and the same part of the previous period. */
export function comparedSpans(interval: CalendarInterval, nowMs: number, zone: string): ComparedSpans {
  const startMs = startOf(interval, nowMs, zone);
  const previousMs = startOfPrevious(interval, nowMs, zone);
  return {
    current: { startMs, endMs: nowMs },
    previous: { startMs: previousMs, endMs: previousMs + (nowMs - startMs) },
  };
}

/** The last completed period, and the period before it. */
export function completedSpans(interval: CalendarInterval, nowMs: number, zone: string): ComparedSpans {
  const endMs = startOf(interval, nowMs, zone);
  const startMs = startOfPrevious(interval, nowMs, zone);
  const previousMs = startOfPrevious(interval, startMs, zone);
  return { current: { startMs, endMs }, previous: { startMs: previousMs, endMs: startMs } };
}

/** Any range, and the range of the same length before it. */
export function precededSpan(current: Bucket): ComparedSpans {
  const { startMs, endMs } = current;
  return { current, previous: { startMs: startMs - (endMs - startMs), endMs: startMs } };
}
