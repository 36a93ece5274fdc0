import { Temporal } from 'temporal-polyfill';
import { HOUR_MS } from './meter-arithmetic';

const DAY_MS = 24 * HOUR_MS;

export const BUCKET_INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export type BucketInterval = (typeof BUCKET_INTERVALS)[number];

/** A stretch of time, [startMs, endMs). */
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

/** The first instant of a local date: midnight, or later where the clocks skip midnight. */
export function startOfDate(date: Temporal.PlainDate, zone: string): number {
  return date.toZonedDateTime(zone).epochMilliseconds;
}

type CalendarInterval = Exclude<BucketInterval, 'hour'>;

const FIRST_DATE: Record<CalendarInterval, (date: Temporal.PlainDate) => Temporal.PlainDate> = {
  day: (date) => date,
  week: (date) => date.subtract({ days: date.dayOfWeek - 1 }),
  month: (date) => date.with({ day: 1 }),
};

const STEP: Record<CalendarInterval, Temporal.DurationLike> = {
  day: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
};

/** The start of the local day, week (from Monday) or month that holds the instant. */
export function startOf(interval: CalendarInterval, ms: number, zone: string): number {
  return startOfDate(FIRST_DATE[interval](localDate(ms, zone)), zone);
}

/** The start of the period before the one that holds the instant. */
export function startOfPrevious(interval: CalendarInterval, ms: number, zone: string): number {
  const first = FIRST_DATE[interval](localDate(ms, zone));
  return startOfDate(first.subtract(STEP[interval]), zone);
}

/**
 * The whole buckets that [fromMs, toMs) touches, in order and without a gap: the first may begin before `fromMs`,
 * the last may end after `toMs`. A day has 23, 24 or 25 hours, as the zone has it; a week begins on Monday.
 */
export function bucketsBetween(
  interval: BucketInterval,
  fromMs: number,
  toMs: number,
  zone: string,
): Bucket[] {
  return [...iterateBuckets(interval, fromMs, toMs, zone)];
}

/** How many buckets there are at least, cheaply: for a limit, before any is made. */
export function fewestBuckets(interval: BucketInterval, fromMs: number, toMs: number): number {
  const longestMs = { hour: HOUR_MS * 1.5, day: 25.5 * HOUR_MS, week: 170 * HOUR_MS, month: 746 * HOUR_MS };
  return Math.floor((toMs - fromMs) / longestMs[interval]);
}

function* iterateBuckets(
  interval: BucketInterval,
  fromMs: number,
  toMs: number,
  zone: string,
): Generator<Bucket> {
  const edges = interval === 'hour' ? hourEdges(fromMs, zone) : calendarEdges(interval, fromMs, zone);
  let startMs: number | undefined;
  for (const edgeMs of edges) {
    if (startMs !== undefined && edgeMs > fromMs) yield { startMs, endMs: edgeMs };
    if (edgeMs >= toMs) return;
    startMs = edgeMs;
  }
}

/** A date that a zone never had (Samoa's 30 December 2011) begins where the next one does, and makes no bucket. */
function* calendarEdges(interval: CalendarInterval, fromMs: number, zone: string): Generator<number> {
  const startOfMidnight = startsOfDates(zone);
  let previousMs = Number.NEGATIVE_INFINITY;
  for (const midnightMs of firstMidnights(interval, localDate(fromMs, zone))) {
    const startMs = startOfMidnight(midnightMs);
    if (startMs > previousMs) yield startMs;
    previousMs = startMs;
  }
}

/** The first dates of the days, weeks or months from that of `date` on, as milliseconds of their midnight in UTC. */
function* firstMidnights(interval: CalendarInterval, date: Temporal.PlainDate): Generator<number> {
  let first = FIRST_DATE[interval](date);
  if (interval === 'month') {
    for (; ; first = first.add(STEP.month)) yield startOfDate(first, 'UTC');
  }
  const stepMs = (interval === 'week' ? 7 : 1) * DAY_MS;
  for (let midnightMs = startOfDate(first, 'UTC'); ; midnightMs += stepMs) yield midnightMs;
}

/**
 * Gives the first instant of local dates, as `startOfDate` does, but asks the calendar only near changes of the zone's
 * offset. Dates are given as milliseconds of their midnight in UTC, in order.
 */
function startsOfDates(zone: string): (midnightMs: number) => number {
  let steady = { fromMs: 0, untilMs: 0, offsetMs: 0 };
  return (midnightMs) => {
    const steadyMs = midnightMs - steady.offsetMs;
    if (steadyMs >= steady.fromMs && steadyMs < steady.untilMs) return steadyMs;
    const start = localDateTime(midnightMs, 'UTC').toPlainDate().toZonedDateTime(zone);
    // A change at the start of the date itself counts as the last one.
    const lastChange = start.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
    steady = {
      // A change can repeat up to a day, and a repeated date begins at its first midnight.
      fromMs: (lastChange?.epochMilliseconds ?? Number.NEGATIVE_INFINITY) + 2 * DAY_MS,
      untilMs: start.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
      offsetMs: start.offsetNanoseconds / 1e6,
    };
    return start.epochMilliseconds;
  };
}

/** The instants at which the local clock shows a full hour, beginning before `fromMs`. */
function* hourEdges(fromMs: number, zone: string): Generator<number> {
  for (const { firstHourMs, untilMs } of offsetStretches(fromMs, zone)) {
    for (let edgeMs = firstHourMs; edgeMs < untilMs; edgeMs += HOUR_MS) yield edgeMs;
  }
}

/**
 * The stretches between two changes of the zone's offset, beginning before `fromMs`. Within a stretch the full local
 * hours are an hour apart. The last stretch has no end.
 */
export function* offsetStretches(
  fromMs: number,
  zone: string,
): Generator<{ firstHourMs: number; untilMs: number }> {
  let moment = localDateTime(fromMs - 2 * HOUR_MS, zone);
  for (;;) {
    const offsetMs = moment.offsetNanoseconds / 1e6;
    const next = moment.getTimeZoneTransition('next');
    const untilMs = next?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
    const firstHourMs = Math.ceil((moment.epochMilliseconds + offsetMs) / HOUR_MS) * HOUR_MS - offsetMs;
    yield { firstHourMs, untilMs };
    if (!next) return;
    moment = next;
  }
}
