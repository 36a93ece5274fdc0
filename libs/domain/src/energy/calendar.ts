import { Temporal } from 'temporal-polyfill';
import { HOUR_MS } from './meter-arithmetic';

export const BUCKET_INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export type BucketInterval = (typeof BUCKET_INTERVALS)[number];

/** A stretch of time, [startMs, endMs). */
export interface Bucket {
  startMs: number;
  endMs: number;
}

/** The local date at an instant. */
export function localDate(ms: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate();
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
  let date = FIRST_DATE[interval](localDate(fromMs, zone));
  let previousMs = Number.NEGATIVE_INFINITY;
  for (;;) {
    const startMs = startOfDate(date, zone);
    if (startMs > previousMs) yield startMs;
    previousMs = startMs;
    date = date.add(STEP[interval]);
  }
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
  let moment = Temporal.Instant.fromEpochMilliseconds(fromMs - 2 * HOUR_MS).toZonedDateTimeISO(zone);
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
