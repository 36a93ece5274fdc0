import type { Calendar, CalendarException } from '../../api/calendars';
import { type CalendarDate, moved, spanOf } from '../../format/calendar-period';

type Hours = Pick<Calendar, 'weekly' | 'exceptions'>;

/** A part of a day, in minutes of the local clock since midnight. */
export interface OpenHours {
  from: number;
  to: number;
}

/** `holiday`: closed because of an exception. `special`: open at other hours because of an exception. */
export type DayState = 'open' | 'closed' | 'special' | 'holiday';

export interface Day {
  date: CalendarDate;
  state: DayState;
  hours: OpenHours[];
  /** The exceptions that begin on this day. */
  exceptions: CalendarException[];
}

export const DAY_MINUTES = 1440;

interface Span extends OpenHours {
  isOpen: boolean;
}

/** Returns the days of a year. */
export function daysOf(calendar: Hours, year: CalendarDate): Day[] {
  const { from, to } = spanOf('year', year);
  const days: Day[] = [];
  for (let date = from; date < to; date = moved('day', date, 1)) days.push(dayOf(calendar, date));
  return days;
}

export function dayOf(calendar: Hours, date: CalendarDate): Day {
  const exceptions = calendar.exceptions.filter((exception) => exception.date === date);
  const hours = hoursOf(calendar, date);
  const [closed, open] =
    exceptions.length > 0 ? (['holiday', 'special'] as const) : (['closed', 'open'] as const);
  return { date, hours, exceptions, state: hours.length > 0 ? open : closed };
}

/** Returns whether the calendar is open at a local time, for example `2026-03-29T08:30`. */
export function isOpenAt(calendar: Hours, localTime: string): boolean {
  const minute = minutesOf(localTime.slice(11));
  return hoursOf(calendar, localTime.slice(0, 10)).some(({ from, to }) => minute >= from && minute < to);
}

/**
 * Returns the open hours of a day by the rules of the API. The order of precedence is: exceptions for a part of a day,
 * exceptions for whole days, weekly hours. Among exceptions of the same kind, the last one in the list applies.
 */
function hoursOf(calendar: Hours, date: CalendarDate): OpenHours[] {
  const spans = spansOf(calendar, date);
  const edges = [...new Set([0, DAY_MINUTES, ...spans.flatMap(({ from, to }) => [from, to])])]
    .filter((edge) => edge >= 0 && edge <= DAY_MINUTES)
    .toSorted((a, b) => a - b);
  const hours: OpenHours[] = [];
  for (const [index, from] of edges.slice(0, -1).entries()) {
    const to = edges[index + 1] ?? DAY_MINUTES;
    if (!spans.findLast((span) => from >= span.from && from < span.to)?.isOpen) continue;
    const last = hours.at(-1);
    if (last?.to === from) last.to = to;
    else hours.push({ from, to });
  }
  return hours;
}

/** The hours that begin on the day or on the day before it, in ascending order of precedence. */
function spansOf({ weekly, exceptions }: Hours, date: CalendarDate): Span[] {
  const before = moved('day', date, -1);
  const [weekday, weekdayBefore] = [weekdayOf(date), weekdayOf(before)];
  const regular: Span[] = [];
  for (const { day, from, to } of weekly) {
    if (day === weekdayBefore) regular.push({ ...spanOfTimes(from, to, -DAY_MINUTES), isOpen: true });
    if (day === weekday) regular.push({ ...spanOfTimes(from, to, 0), isOpen: true });
  }
  const wholeDays: Span[] = [];
  const partDays: Span[] = [];
  for (const exception of exceptions) {
    if (exception.date !== date && exception.date !== before) continue;
    const { from, to, kind } = exception;
    const times = spanOfTimes(from ?? '00:00', to ?? '24:00', exception.date === date ? 0 : -DAY_MINUTES);
    (from === null ? wholeDays : partDays).push({ ...times, isOpen: kind === 'open' });
  }
  return [...regular, ...wholeDays, ...partDays];
}

/** If `to` is not after `from`, the span ends on the next day. */
function spanOfTimes(from: string, to: string, offset: number): OpenHours {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return { from: offset + start, to: offset + (end <= start && to !== '24:00' ? end + DAY_MINUTES : end) };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Returns the day of the week, from 1 (Monday) to 7 (Sunday). */
function weekdayOf(date: CalendarDate): number {
  return new Date(date).getUTCDay() || 7;
}

/** Returns a time of the day as `08:30`. The end of the day is `24:00`. */
export function clockOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
