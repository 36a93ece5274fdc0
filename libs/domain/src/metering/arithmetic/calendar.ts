import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { HOUR_MS } from './meter-arithmetic';

const DAY_MS = 24 * HOUR_MS;

export const BUCKET_INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export type BucketInterval = (typeof BUCKET_INTERVALS)[number];

/** A period of time, [startMs, endMs). */
export interface Bucket {
  startMs: number;
  endMs: number;
}

/** The local date at an instant. */
export function localDate(ms: number, zone: string): Temporal.PlainDate {
  return localDateTime(ms, zone).toPlainDate();
}

function localDateTime(ms: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
}

/** The first instant of a local date: midnight, or a later time if a clock change skips midnight. */
export function startOfDate(date: Temporal.PlainDate, zone: string): number {
  return date.toZonedDateTime(zone).epochMilliseconds;
}

/** An interval that starts with a date. */
export type CalendarInterval = Exclude<BucketInterval, 'hour'> | 'year';

const FIRST_DATE: Record<CalendarInterval, (date: Temporal.PlainDate) => Temporal.PlainDate> = {
  day: (date) => date,
  week: (date) => date.subtract({ days: date.dayOfWeek - 1 }),
  month: (date) => date.with({ day: 1 }),
  year: (date) => date.with({ month: 1, day: 1 }),
};

const STEP: Record<CalendarInterval, Temporal.DurationLike> = {
  day: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
  year: { years: 1 },
};

/** The start of the local day, week (from Monday), month or year that contains the instant. */
export function startOf(interval: CalendarInterval, ms: number, zone: string): number {
  return startOfDate(FIRST_DATE[interval](localDate(ms, zone)), zone);
}

/** The start of the period before the period that contains the instant. */
export function startOfPrevious(interval: CalendarInterval, ms: number, zone: string): number {
  const first = FIRST_DATE[interval](localDate(ms, zone));
  return startOfDate(first.subtract(STEP[interval]), zone);
}

/**
 * The whole buckets that [fromMs, toMs) touches, in order and without gaps. The first may start before `fromMs`, and
 * the last may end after `toMs`. A day has 23, 24 or 25 hours, or another number if the zone requires it. A week starts
 * on Monday.
 */
export function bucketsBetween(
  interval: BucketInterval | 'year',
  fromMs: number,
  toMs: number,
  zone: string,
): Bucket[] {
  const buckets: Bucket[] = [];
  let startMs: number | undefined;
  const addEdge: Visit = (edgeMs) => {
    if (startMs !== undefined && edgeMs > fromMs) buckets.push({ startMs, endMs: edgeMs });
    startMs = edgeMs;
    return edgeMs < toMs;
  };
  if (interval === 'hour') eachHour(fromMs, zone, addEdge);
  else eachCalendarEdge(interval, fromMs, zone, addEdge);
  return buckets;
}

/**
 * Receives instants in ascending order, and returns false if it needs no more of them. Functions are used instead of
 * generators, because most requests create a bucket per day, for which generators would take twice as long.
 */
type Visit = (ms: number) => boolean;

/** A lower bound of the number of buckets. It is cheap, so a limit can be checked before any bucket is created. */
export function fewestBuckets(interval: BucketInterval | 'year', fromMs: number, toMs: number): number {
  const longestMs = {
    hour: HOUR_MS * 1.5,
    day: 25.5 * HOUR_MS,
    week: 170 * HOUR_MS,
    month: 746 * HOUR_MS,
    year: 8786 * HOUR_MS,
  };
  return Math.floor((toMs - fromMs) / longestMs[interval]);
}

/** The part of `range` that consists of whole local days; null if it contains no whole day. */
export function wholeDays(range: Bucket, zone: string): Bucket | null {
  const [first] = bucketsBetween('day', range.startMs, range.startMs + 1, zone);
  if (!first) return null;
  const startMs = first.startMs === range.startMs ? first.startMs : first.endMs;
  const endMs = startOf('day', range.endMs, zone);
  return startMs < endMs ? { startMs, endMs } : null;
}

/**
 * Visits the starts of the days, weeks, months or years, starting with the one that contains the instant. A date that
 * does not exist in the zone (30 December 2011 in Samoa) starts at the same instant as the next date, and has no
 * bucket.
 */
function eachCalendarEdge(interval: CalendarInterval, fromMs: number, zone: string, visit: Visit): void {
  const startOfMidnight = startsOfDates(zone);
  let previousMs = Number.NEGATIVE_INFINITY;
  eachFirstMidnight(interval, localDate(fromMs, zone), (midnightMs) => {
    const startMs = startOfMidnight(midnightMs);
    const isNew = startMs > previousMs;
    previousMs = startMs;
    return !isNew || visit(startMs);
  });
}

/**
 * Visits the first date of each day, week, month or year, starting with the one that contains `date`. A date is
 * represented by its midnight in UTC, in milliseconds.
 */
function eachFirstMidnight(interval: CalendarInterval, date: Temporal.PlainDate, visit: Visit): void {
  let first = FIRST_DATE[interval](date);
  if (interval === 'month' || interval === 'year') {
    while (visit(startOfDate(first, 'UTC'))) first = first.add(STEP[interval]);
    return;
  }
  const stepMs = (interval === 'week' ? 7 : 1) * DAY_MS;
  let midnightMs = startOfDate(first, 'UTC');
  while (visit(midnightMs)) midnightMs += stepMs;
}

/**
 * Returns a faster `startOfDate` for dates in ascending order. It uses the slow calendar only near changes of the
 * zone's offset. A date is represented by its midnight in UTC, in milliseconds.
 */
function startsOfDates(zone: string): (midnightMs: number) => number {
  let steady: Steady = { fromMs: 0, untilMs: 0, offsetMs: 0 };
  return (midnightMs) => {
    const steadyMs = midnightMs - steady.offsetMs;
    if (steadyMs >= steady.fromMs && steadyMs < steady.untilMs) return steadyMs;
    const start = calendarStarts.memo(`${zone} ${midnightMs}`, { context: { zone, midnightMs } });
    steady = start.steady;
    return start.startMs;
  };
}

/** A period without a change of the zone's offset. */
interface Steady {
  fromMs: number;
  untilMs: number;
  offsetMs: number;
}

/**
 * Cached starts of dates near changes of an offset. Most requests need the same dates, and the calendar takes 0.1 ms
 * for each.
 */
const calendarStarts = new LRUCache<
  string,
  { startMs: number; steady: Steady },
  { zone: string; midnightMs: number }
>({
  max: 10_000,
  memoMethod: (_key, _stale, { context: { zone, midnightMs } }) => {
    const start = localDateTime(midnightMs, 'UTC').toPlainDate().toZonedDateTime(zone);
    // The added millisecond includes an offset change at exactly the start of the date.
    const lastChange = start.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
    const steady = {
      // After a clock change, up to a whole day can occur a second time, but a date starts at its first midnight. The
      // starts of dates in the first two days after a change are therefore computed with the calendar.
      fromMs: (lastChange?.epochMilliseconds ?? Number.NEGATIVE_INFINITY) + 2 * DAY_MS,
      untilMs: start.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
      offsetMs: start.offsetNanoseconds / 1e6,
    };
    return { startMs: start.epochMilliseconds, steady };
  },
});

/** Visits the instants at which the local clock shows a full hour. The first instant is before `fromMs`. */
function eachHour(fromMs: number, zone: string, visit: Visit): void {
  for (const { firstHourMs, untilMs } of offsetStretches(fromMs, zone)) {
    for (let edgeMs = firstHourMs; edgeMs < untilMs; edgeMs += HOUR_MS) {
      if (!visit(edgeMs)) return;
    }
  }
}

/**
 * The periods between two changes of the zone's offset. The first one starts before `fromMs`, and the last one has no
 * end. Within a period, full local hours are 60 minutes apart.
 */
export function* offsetStretches(
  fromMs: number,
  zone: string,
): Generator<{ firstHourMs: number; untilMs: number; offsetMs: number }> {
  let moment = localDateTime(fromMs - 2 * HOUR_MS, zone);
  for (;;) {
    const offsetMs = moment.offsetNanoseconds / 1e6;
    const next = moment.getTimeZoneTransition('next');
    const untilMs = next?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
    const firstHourMs = Math.ceil((moment.epochMilliseconds + offsetMs) / HOUR_MS) * HOUR_MS - offsetMs;
    yield { firstHourMs, untilMs, offsetMs };
    if (!next) return;
    moment = next;
  }
}
