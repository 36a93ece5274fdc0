/** Spans of the calendar in dates like `2026-03-29`. The API reads them in the time zone of the platform. */

export const UNITS = ['day', 'week', 'month', 'year'] as const;
export type Unit = (typeof UNITS)[number];
/** `2026-03-29` */
export type CalendarDate = string;

export interface Span {
  from: CalendarDate;
  /** Exclusive. */
  to: CalendarDate;
}

const DAY_MS = 86_400_000;
const MONDAY = 1;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function isCalendarDate(text: unknown): text is CalendarDate {
  return typeof text === 'string' && DATE.test(text) && !Number.isNaN(Date.parse(text));
}

/** Returns the day, week (from Monday), month or year that contains the date. */
export function spanOf(unit: Unit, date: CalendarDate): Span {
  const from = startOf(unit, date);
  return { from, to: moved(unit, from, 1) };
}

/**
 * Returns the start of the unit that is `steps` units after the unit that contains the date. Negative steps move back.
 */
export function moved(unit: Unit, date: CalendarDate, steps: number): CalendarDate {
  const start = new Date(startOf(unit, date));
  if (unit === 'day') return dateOf(start.getTime() + steps * DAY_MS);
  if (unit === 'week') return dateOf(start.getTime() + steps * 7 * DAY_MS);
  const months = unit === 'month' ? steps : steps * 12;
  return dateOf(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1));
}

/** Returns the same dates a year before. The day after 28 February stays the day after 28 February. */
export const yearBefore = ({ from, to }: Span): Span => ({ from: aYearEarlier(from), to: aYearEarlier(to) });

function aYearEarlier(date: CalendarDate): CalendarDate {
  const day = new Date(date);
  return dateOf(Date.UTC(day.getUTCFullYear() - 1, day.getUTCMonth(), day.getUTCDate()));
}

/** Returns the date of an instant in a time zone. */
export function dateIn(timeZone: string | undefined, instant: Date): CalendarDate {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(instant);
}

function startOf(unit: Unit, date: CalendarDate): CalendarDate {
  if (unit === 'day') return date;
  if (unit === 'month') return `${date.slice(0, 7)}-01`;
  if (unit === 'year') return `${date.slice(0, 4)}-01-01`;
  return weekStart(date, MONDAY);
}

/** Returns the first day of the week that contains the date. @param firstWeekday 1 is Monday */
export function weekStart(date: CalendarDate, firstWeekday: number): CalendarDate {
  return moved('day', date, -daysIntoWeek(date, firstWeekday));
}

/** Returns the days from the first day of the week to the date. @param firstWeekday 1 is Monday */
export function daysIntoWeek(date: CalendarDate, firstWeekday: number): number {
  return (new Date(date).getUTCDay() - firstWeekday + 7) % 7;
}

function dateOf(atMs: number): CalendarDate {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Returns an instant as the value of a field for local times: `2026-03-29T08:30`. */
export function localDateTime(timeZone: string | undefined, instant: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return `${dateIn(timeZone, new Date(instant))}T${time.format(new Date(instant))}`;
}

/**
 * Returns the instant of a local time such as `2026-03-29T08:30`. If the clocks show this time twice, it is one of the two
 * instants. If they skip it, it is an hour before or after.
 */
export function instantOf(timeZone: string | undefined, localTime: string): string {
  const wantedMs = Date.parse(`${localTime}Z`);
  const offsetMs = (atMs: number) =>
    Date.parse(`${localDateTime(timeZone, new Date(atMs).toISOString())}Z`) - atMs;
  const nearMs = wantedMs - offsetMs(wantedMs);
  return new Date(wantedMs - offsetMs(nearMs)).toISOString();
}
