import type { CalendarException } from '@app/entities';
import { type ErrorDetail, type Message, say } from '@app/kernel';
import { Temporal } from 'temporal-polyfill';

/** Maximum number of exceptions of a calendar. */
export const MAX_EXCEPTIONS = 400;

/**
 * An exception for a date, or for each date of a range. Without `date`, `from` and `to` are the first and the last local
 * date, and the exception applies to whole days.
 */
export type ExceptionInput = Omit<CalendarException, 'date'> & Partial<Pick<CalendarException, 'date'>>;

const SHAPES = say('times_or_dates');

/**
 * Returns one exception for each date. The order decides which exception takes precedence, so it is kept.
 * @param details receives a detail for each exception that is not valid
 */
export function datedExceptions(
  inputs: readonly ExceptionInput[],
  details: ErrorDetail[],
): CalendarException[] {
  const dated: CalendarException[] = [];
  for (const [index, { date, ...exception }] of inputs.entries()) {
    const path = `exceptions[${index}]`;
    const message = date === undefined ? rangeProblem(exception) : timesProblem(exception);
    if (message !== null) details.push({ path, ...message });
    else if (date !== undefined) dated.push({ date, ...exception });
    else
      for (const each of datesOf(exception)) dated.push({ ...exception, date: each, from: null, to: null });
  }
  if (dated.length > MAX_EXCEPTIONS) {
    details.push({ path: 'exceptions', ...say('too_many_exceptions', { most: MAX_EXCEPTIONS }) });
  }
  return dated;
}

type Range = Pick<ExceptionInput, 'from' | 'to'>;

function timesProblem({ from, to }: Range): Message | null {
  if (isDate(from) || isDate(to)) return SHAPES;
  return (from === null) === (to === null) ? null : say('one_time_missing');
}

function rangeProblem({ from, to }: Range): Message | null {
  if (!isDate(from) || !isDate(to)) return SHAPES;
  if (from > to) return say('dates_reversed');
  const days = daysOf(from, to);
  return days > MAX_EXCEPTIONS ? say('range_of_days', { most: MAX_EXCEPTIONS, found: days }) : null;
}

/** The dates of a valid range. */
function datesOf({ from, to }: Range): string[] {
  if (from === null || to === null) return [];
  const first = Temporal.PlainDate.from(from);
  return Array.from({ length: daysOf(from, to) }, (_, days) => first.add({ days }).toString());
}

function daysOf(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to).days + 1;
}

/** Distinguishes a date from a time of day. */
function isDate(text: string | null): text is string {
  return text !== null && !text.includes(':');
}
