import type { CalendarException, WeeklyHours } from '../../api/calendars';
import { type CalendarDate, moved } from '../../format/calendar-period';

/** The largest number of exceptions of a calendar. */
export const MAX_EXCEPTIONS = 400;

/** Equal exceptions on consecutive dates. */
export interface ExceptionRange extends Omit<CalendarException, 'date'> {
  from: string | null;
  to: string | null;
  first: CalendarDate;
  last: CalendarDate;
  /** Positions in the list of the calendar. */
  indices: number[];
}

/** Returns the exceptions in the order of their dates. Equal exceptions on consecutive dates are combined. */
export function rangesOf(exceptions: readonly CalendarException[]): ExceptionRange[] {
  const ranges: ExceptionRange[] = [];
  const indexed = exceptions.map((exception, index) => ({ exception, index }));
  for (const { exception, index } of indexed.toSorted((a, b) =>
    a.exception.date.localeCompare(b.exception.date),
  )) {
    const { date, kind, from, to, name } = exception;
    const earlier = ranges.findLast(
      (range) =>
        moved('day', range.last, 1) === date &&
        range.kind === kind &&
        range.from === from &&
        range.to === to &&
        range.name === name,
    );
    if (earlier) {
      earlier.last = date;
      earlier.indices.push(index);
    } else {
      ranges.push({ first: date, last: date, kind, from, to, name, indices: [index] });
    }
  }
  return ranges;
}

/** Returns the same exception for each date from the first to the last one. */
export function repeated(exception: CalendarException, last: CalendarDate): CalendarException[] {
  const exceptions: CalendarException[] = [];
  for (
    let { date } = exception;
    date <= last && exceptions.length <= MAX_EXCEPTIONS;
    date = moved('day', date, 1)
  ) {
    exceptions.push({ ...exception, date });
  }
  return exceptions;
}

/** Removes exceptions by their value, because the list of the API may have changed. */
export function without(
  exceptions: readonly CalendarException[],
  removed: readonly CalendarException[],
): CalendarException[] {
  const gone = new Set(removed.map(keyOf));
  return exceptions.filter((exception) => !gone.has(keyOf(exception)));
}

const keyOf = ({ date, kind, from, to, name }: CalendarException) =>
  JSON.stringify([date, kind, from, to, name]);

/** The same hours on several days of the week. */
export interface WeeklyRow {
  /** Identifies the row of the form. */
  key: number;
  days: number[];
  from: string;
  to: string;
}

/** Returns the weekly hours as rows of the form. */
export function rowsOf(weekly: readonly WeeklyHours[]): WeeklyRow[] {
  const rows: WeeklyRow[] = [];
  for (const { day, from, to } of weekly) {
    const row = rows.find((other) => other.from === from && other.to === to);
    if (row) row.days = [...new Set([...row.days, day])];
    else rows.push({ key: rows.length, days: [day], from, to });
  }
  return rows;
}

/** Returns the weekly hours of the rows, in the order of the week. */
export function weeklyOf(rows: readonly WeeklyRow[]): WeeklyHours[] {
  return rows
    .flatMap(({ days, from, to }) => days.map((day) => ({ day, from, to })))
    .toSorted((a, b) => a.day - b.day || a.from.localeCompare(b.from));
}
