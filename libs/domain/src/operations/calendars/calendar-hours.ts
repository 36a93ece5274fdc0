import type { CalendarEntity } from '@app/entities';
import { Temporal } from 'temporal-polyfill';

export type CalendarHours = Pick<CalendarEntity, 'timezone' | 'weekly' | 'exceptions'>;

/** A period [fromMs, untilMs) in which a calendar is open, or closed. */
export interface HoursPeriod {
  isOpen: boolean;
  fromMs: number;
  untilMs: number;
}

const DAY_MS = 86_400_000;
/** How far before and after an instant `hoursPeriodAt` searches for opening and closing times. */
const SEARCHED_MS = 6 * DAY_MS;
/**
 * `hoursPeriodAt` computes the opening hours of this many days before and after the local date of the instant. This is
 * two days more than `SEARCHED_MS` in each direction, because hours may last until the next day, and a day may have 23
 * or 25 hours.
 */
const SEARCHED_DAYS = { before: 8, after: 8 };

/**
 * Returns true if the calendar is open at an instant. The order of precedence is: exceptions for a part of a day,
 * exceptions for whole days, weekly hours. Among exceptions of the same kind, the last one in the list applies. A
 * calendar without hours is never open.
 * @param zone used if the calendar has no time zone
 */
export function isOpen(calendar: CalendarHours, atMs: number, zone: string): boolean {
  return isOpenIn(spansAround(calendar, atMs, zone, { before: 1, after: 0 }), atMs);
}

/**
 * Returns a function that does the same as `isOpen` within a range. It is much faster for many instants, because the
 * calendar is read only once.
 */
export function opennessWithin(
  calendar: CalendarHours,
  range: { startMs: number; endMs: number },
  zone: string,
): (atMs: number) => boolean {
  const days = Math.ceil((range.endMs - range.startMs) / DAY_MS);
  const spans = spansAround(calendar, range.startMs, zone, { before: 1, after: days });
  return (atMs) => isOpenIn(spans, atMs);
}

/**
 * Returns true if an exception closes the local date of the instant for the whole day. A later exception for the same
 * date takes precedence. Exceptions for a part of the day do not count.
 */
export function isHoliday({ timezone, exceptions }: CalendarHours, atMs: number, zone: string): boolean {
  const instant = Temporal.Instant.fromEpochMilliseconds(atMs);
  const today = instant
    .toZonedDateTimeISO(timezone ?? zone)
    .toPlainDate()
    .toString();
  return exceptions.findLast(({ date, from }) => date === today && from === null)?.kind === 'closed';
}

/**
 * Returns the period around an instant in which `isOpen` does not change. The period begins at most six days before the
 * instant and ends at most six days after it, even if the calendar does not change at these times.
 */
export function hoursPeriodAt(calendar: CalendarHours, atMs: number, zone: string): HoursPeriod {
  const spans = spansAround(calendar, atMs, zone, SEARCHED_DAYS);
  const open = isOpenIn(spans, atMs);
  const period = { isOpen: open, fromMs: atMs - SEARCHED_MS, untilMs: atMs + SEARCHED_MS };
  const edges = [...new Set(spans.flatMap(({ fromMs, untilMs }) => [fromMs, untilMs]))].sort((a, b) => a - b);
  let wasOpen = false;
  for (const edgeMs of edges) {
    const opens = isOpenIn(spans, edgeMs);
    if (opens === wasOpen) continue;
    wasOpen = opens;
    if (edgeMs <= atMs) period.fromMs = Math.max(edgeMs, atMs - SEARCHED_MS);
    else return { ...period, untilMs: Math.min(edgeMs, period.untilMs) };
  }
  return period;
}

interface Span {
  fromMs: number;
  untilMs: number;
  isOpen: boolean;
}

function isOpenIn(spans: readonly Span[], atMs: number): boolean {
  return spans.findLast(({ fromMs, untilMs }) => atMs >= fromMs && atMs < untilMs)?.isOpen ?? false;
}

/** The hours that begin on the dates around an instant, in ascending order of precedence. */
function spansAround(
  calendar: CalendarHours,
  atMs: number,
  platformZone: string,
  days: typeof SEARCHED_DAYS,
): Span[] {
  const zone = calendar.timezone ?? platformZone;
  const today = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone).toPlainDate();
  const weekly: Span[] = [];
  const wholeDays: Span[] = [];
  const partDays: Span[] = [];
  for (let day = -days.before; day <= days.after; day++) {
    const date = today.add({ days: day });
    for (const { day: weekday, from, to } of calendar.weekly) {
      if (weekday === date.dayOfWeek) weekly.push({ ...spanOf(date, from, to, zone), isOpen: true });
    }
  }
  const first = today.subtract({ days: days.before }).toString();
  const last = today.add({ days: days.after }).toString();
  for (const { date, kind, from, to } of calendar.exceptions) {
    if (date < first || date > last) continue;
    const span = spanOf(Temporal.PlainDate.from(date), from ?? '00:00', to ?? '24:00', zone);
    (from === null ? wholeDays : partDays).push({ ...span, isOpen: kind === 'open' });
  }
  return [...weekly, ...wholeDays, ...partDays];
}

/** If `to` is not after `from`, the span ends on the next day. */
function spanOf(date: Temporal.PlainDate, from: string, to: string, zone: string): Omit<Span, 'isOpen'> {
  const endsNextDay = to !== '24:00' && to <= from;
  return {
    fromMs: instantOf(date, from, zone),
    untilMs: instantOf(endsNextDay ? date.add({ days: 1 }) : date, to, zone),
  };
}

/**
 * If the clocks skip a local time, it is moved forward by the skipped duration. If a local time occurs twice, the first
 * occurrence counts.
 */
function instantOf(date: Temporal.PlainDate, time: string, zone: string): number {
  if (time === '24:00') return date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
  if (time === '00:00') return date.toZonedDateTime(zone).epochMilliseconds;
  const plainTime = Temporal.PlainTime.from(time);
  return date.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds;
}
