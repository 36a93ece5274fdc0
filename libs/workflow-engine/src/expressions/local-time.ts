import { DAY_MS, plainTime, type ZoneClock } from './zone-clock';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The units of periods. */
export const PERIOD_UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type PeriodUnit = (typeof PERIOD_UNITS)[number];
type DateUnit = Exclude<PeriodUnit, 'minute' | 'hour'>;

/** The units of durations. */
export const DURATION_UNITS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const;
/** A duration as a whole number of each unit. The numbers may be negative. */
export type Duration = Partial<Record<(typeof DURATION_UNITS)[number], number>>;

/** Returns the fields of an instant on the local clock. `weekday` ranges from 1 (Monday) to 7 (Sunday). */
export function localFields(clock: ZoneClock, ms: number): Record<string, number | string> {
  const local = new Date(clock.localOf(ms));
  const hour = local.getUTCHours();
  const minute = local.getUTCMinutes();
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour,
    minute,
    second: local.getUTCSeconds(),
    weekday: ((local.getUTCDay() + 6) % 7) + 1,
    date: local.toISOString().replace(/T.*$/, ''),
    minuteOfDay: hour * 60 + minute,
  };
}

/**
 * Returns the local period [startMs, endMs) that contains the instant. A minute or an hour never extends across a clock
 * change: it ends at the change.
 */
export function periodAt(clock: ZoneClock, unit: PeriodUnit, ms: number): { startMs: number; endMs: number } {
  if (unit === 'minute' || unit === 'hour') {
    const { fromMs, untilMs, offsetMs } = clock.stretchAt(ms);
    const lengthMs = unit === 'hour' ? HOUR_MS : MINUTE_MS;
    const startMs = Math.floor((ms + offsetMs) / lengthMs) * lengthMs - offsetMs;
    return { startMs: Math.max(startMs, fromMs), endMs: Math.min(startMs + lengthMs, untilMs) };
  }
  const first = firstDate[unit](Math.floor(clock.localOf(ms) / DAY_MS) * DAY_MS);
  return { startMs: clock.startOfDate(first), endMs: clock.startOfDate(followingDate[unit](first)) };
}

/** Dates are represented by their midnight in UTC. */
const firstDate: Record<DateUnit, (date: number) => number> = {
  day: (date) => date,
  week: (date) => date - ((new Date(date).getUTCDay() + 6) % 7) * DAY_MS,
  month: (date) => new Date(date).setUTCDate(1),
  year: (date) => new Date(date).setUTCMonth(0, 1),
};

const followingDate: Record<DateUnit, (first: number) => number> = {
  day: (first) => first + DAY_MS,
  week: (first) => first + 7 * DAY_MS,
  month: (first) => new Date(first).setUTCMonth(new Date(first).getUTCMonth() + 1),
  year: (first) => new Date(first).setUTCFullYear(new Date(first).getUTCFullYear() + 1),
};

/**
 * Adds a duration. Years, months, weeks and days are added first, on the local calendar, which keeps the local time of
 * day. Then hours, minutes and seconds are added as elapsed time. A day that does not exist in its month becomes the
 * last day of the month.
 */
export function plusDuration(clock: ZoneClock, ms: number, duration: Duration): number {
  const { years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0 } = duration;
  const elapsedMs = hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;
  if (years === 0 && months === 0 && weeks === 0 && days === 0) return ms + elapsedMs;
  const monthsLater = plusMonths(clock.localOf(ms), years * 12 + months);
  return clock.instantOf(monthsLater + (weeks * 7 + days) * DAY_MS) + elapsedMs;
}

function plusMonths(localMs: number, months: number): number {
  if (months === 0) return localMs;
  return plainTime(localMs).add({ months }).toZonedDateTime('UTC').epochMilliseconds;
}
