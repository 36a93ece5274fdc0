import { DomainError, groupBy, isTimeZone } from '@app/kernel';
import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { checkedLines, type EventLines, malformed, refused } from './icalendar-lines';
import { meetsRule } from './icalendar-rules';

type LocalTime = Temporal.PlainDateTime;
const compare = (a: LocalTime, b: LocalTime): number => Temporal.PlainDateTime.compare(a, b);

/** An occurrence of an event in local time, [from, to). All-day events begin and end at midnight. */
export interface LocalEvent {
  name: string | null;
  from: LocalTime;
  to: LocalTime;
}

/**
 * The searched local dates `YYYY-MM-DD`, [from, to). `zone` is the time zone of the result. Times in the file that have
 * no zone are read in `zone`, too.
 */
export interface EventSearch {
  from: string;
  to: string;
  zone: string;
}

/** Maximum number of occurrences that are computed for one file. */
const MAX_OCCURRENCES = 20_000;

/** An event, and the lines on which it has its properties. */
interface ReadEvent {
  event: ICAL.Event;
  lines: EventLines | undefined;
}

/**
 * Returns the occurrences of events in an iCalendar file that overlap the searched dates. Cancelled occurrences are
 * left out. A file within the checked limits may still need seconds, so this runs in a thread.
 * @throws DomainError malformed_calendar; invalid
 */
export function eventsOf(text: string, search: EventSearch): LocalEvent[] {
  const from = Temporal.PlainDateTime.from(search.from);
  const to = Temporal.PlainDateTime.from(search.to);
  const found: LocalEvent[] = [];
  let computed = 0;
  for (const { event, lines } of readEvents(text)) {
    try {
      for (const occurrence of occurrencesOf(event, search.zone)) {
        if (++computed > MAX_OCCURRENCES)
          throw refused(
            lines?.get('RRULE'),
            'The events recur too often. Send fewer events or shorter series.',
          );
        if (compare(occurrence.from, to) >= 0) break;
        if (compare(occurrence.to, from) > 0 && !occurrence.isCancelled) found.push(occurrence);
      }
    } catch (error) {
      if (error instanceof DomainError) throw error;
      if (error instanceof UnknownZone) throw refused(lines?.get('DTSTART'), error.message);
      // The message of the library is not used, because it quotes the file.
      throw malformed(lines?.get('BEGIN'), 'The event cannot be read.');
    }
  }
  return found;
}

const isChange = (component: ICAL.Component) => component.hasProperty('recurrence-id');
const uidOf = (component: ICAL.Component) => component.getFirstPropertyValue('uid');

function readEvents(text: string): ReadEvent[] {
  const lines = checkedLines(text);
  const components = readCalendars(text)
    .flatMap((calendar) => calendar.getAllSubcomponents('vevent'))
    .map((component, index) => ({ component, lines: lines[index] }))
    .filter(({ component }) => component.hasProperty('dtstart'));
  const changes = groupBy(components.map(({ component }) => component).filter(isChange), uidOf);
  return components
    .filter(({ component }) => !isChange(component))
    .map(({ component, lines: own }) => {
      const exceptions = changes.get(uidOf(component)) ?? [];
      return { event: new ICAL.Event(component, { exceptions, strictExceptions: false }), lines: own };
    });
}

function readCalendars(text: string): ICAL.Component[] {
  try {
    const parsed = ICAL.parse(text) as unknown[];
    const all = (typeof parsed[0] === 'string' ? [parsed] : parsed) as unknown[][];
    const calendars = all.map((each) => new ICAL.Component(each as never));
    if (calendars.length > 0 && calendars.every(({ name }) => name === 'vcalendar')) return calendars;
  } catch {
    // The message of the library is dropped, because it quotes the file. The message below says what is expected.
  }
  throw malformed(undefined, 'The body must be a valid iCalendar file, which begins with BEGIN:VCALENDAR.');
}

function* occurrencesOf(event: ICAL.Event, zone: string): Generator<LocalEvent & { isCancelled: boolean }> {
  if (!event.isRecurring()) {
    yield localEvent(event, event.startDate, event.endDate, zone);
    return;
  }
  const rules = event.component.getAllProperties('rrule').map((each) => each.getFirstValue() as ICAL.Recur);
  // Without a rule, the library leaves out the first date.
  if (rules.length === 0) yield localEvent(event, event.startDate, event.endDate, zone);
  const iterator = event.iterator();
  for (let next: ICAL.Time | null = iterator.next(); next; next = iterator.next()) {
    const date = next;
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    const occurrence = localEvent(item, startDate, endDate, zone);
    // Dates are checked, because the library may return one that the rule excludes, such as 2 March for 30 February.
    const isByRule = rules.length === 1 && !event.component.hasProperty('rdate');
    const isWrong = isByRule && rules.some((rule) => !meetsRule(rule, date));
    yield isWrong ? { ...occurrence, isCancelled: true } : occurrence;
  }
}

function localEvent(
  event: ICAL.Event,
  start: ICAL.Time,
  end: ICAL.Time,
  zone: string,
): LocalEvent & { isCancelled: boolean } {
  const name = shortened(event.summary) || null;
  const isCancelled = event.component.getFirstPropertyValue('status') === 'CANCELLED';
  // Computed occurrences lack the name of their zone, so the zone name of the event's start is used.
  const named = zoneNameOf(event.startDate);
  return { name, from: localTime(start, zone, named), to: localTime(end, zone, named), isCancelled };
}

function shortened(summary: string | null | undefined): string {
  return (summary ?? '').trim().slice(0, 255);
}

class UnknownZone extends Error {}

/** @throws UnknownZone if the file does not describe the zone of the time */
function localTime(time: ICAL.Time, zone: string, eventZone: string | undefined): LocalTime {
  const { year, month, day, hour, minute, second, isDate } = time;
  const shown = new Temporal.PlainDateTime(year, month, day, hour, minute, Math.min(second, 59));
  if (isDate) return shown;
  if (time.zone !== ICAL.Timezone.localTimezone) return zonedTime(time.toUnixTime() * 1000, zone);
  const name: string | undefined = zoneNameOf(time) ?? eventZone;
  if (name === undefined) return shown;
  if (!isTimeZone(name))
    throw new UnknownZone(`The file does not describe its time zone "${String(name).slice(0, 100)}".`);
  return zonedTime(shown.toZonedDateTime(name).epochMilliseconds, zone);
}

/** Returns the name of a zone that the file does not describe. The types of the library lack this property. */
function zoneNameOf(time: ICAL.Time): string | undefined {
  const name: unknown = Reflect.get(time, 'timezone');
  return typeof name === 'string' ? name : undefined;
}

function zonedTime(ms: number, zone: string): LocalTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime();
}
