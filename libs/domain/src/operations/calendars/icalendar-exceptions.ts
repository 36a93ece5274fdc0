import type { CalendarException } from '@app/entities';
import { Temporal } from 'temporal-polyfill';
import { type EventSearch, eventsOf, type LocalEvent } from './icalendar-events';
import { refused } from './icalendar-lines';

/** An event becomes exceptions for at most this many days, because a longer event is not a period of special hours. */
const MAX_DAYS = 400;
/** Maximum number of exceptions of one file. A calendar may have fewer, but equal ones are merged. */
const MAX_PARTS = 20_000;

/**
 * Converts the events of an iCalendar file to exceptions, ordered by date. An event becomes one exception for each
 * local date that it touches, for the whole day or for a part of it.
 * @throws DomainError invalid
 */
export function exceptionsOf(
  text: string,
  kind: CalendarException['kind'],
  search: EventSearch,
): CalendarException[] {
  const found: CalendarException[] = [];
  for (const event of eventsOf(text, search)) {
    for (const part of partsOf(event, search)) found.push({ ...part, kind });
    if (found.length > MAX_PARTS)
      throw refused(
        undefined,
        'The events cover too many days. Send fewer events, or choose a shorter range.',
      );
  }
  return found.sort(byDate);
}

const keyOf = ({ date, kind, from, to }: CalendarException) => [date, kind, from, to].join(' ');

/** Adds exceptions. An added exception replaces an existing one for the same time, so a file can be imported again. */
export function mergedExceptions(
  present: readonly CalendarException[],
  added: readonly CalendarException[],
): CalendarException[] {
  const replaced = new Map(added.map((exception) => [keyOf(exception), exception]));
  return [...present.filter((exception) => !replaced.has(keyOf(exception))), ...replaced.values()];
}

function byDate(a: CalendarException, b: CalendarException): number {
  return `${a.date} ${a.from ?? ''}`.localeCompare(`${b.date} ${b.from ?? ''}`);
}

function partsOf({ name, from, to }: LocalEvent, search: EventSearch): Omit<CalendarException, 'kind'>[] {
  const parts: Omit<CalendarException, 'kind'>[] = [];
  const first = from.toPlainDate();
  let date = first.toString() < search.from ? Temporal.PlainDate.from(search.from) : first;
  for (let days = 0; days < MAX_DAYS; days++, date = date.add({ days: 1 })) {
    const start = date.toPlainDateTime();
    const end = date.add({ days: 1 }).toPlainDateTime();
    const isOver = Temporal.PlainDateTime.compare(start, to) >= 0;
    if (isOver || date.toString() >= search.to) break;
    const begins = Temporal.PlainDateTime.compare(from, start) > 0 ? clock(from) : '00:00';
    const ends = Temporal.PlainDateTime.compare(to, end) < 0 ? clock(to) : '24:00';
    const isWhole = begins === '00:00' && ends === '24:00';
    // Seconds are dropped, so a part of less than a minute may be empty.
    if (begins === ends) continue;
    parts.push({ date: date.toString(), name, from: isWhole ? null : begins, to: isWhole ? null : ends });
  }
  return parts;
}

function clock(time: Temporal.PlainDateTime): string {
  return time.toPlainTime().toString().slice(0, 5);
}
