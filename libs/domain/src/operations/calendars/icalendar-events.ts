import { DomainError, isTimeZone } from '@app/kernel';
import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { meetsRule, unsupportedRule } from './icalendar-rules';

type LocalTime = Temporal.PlainDateTime;
const compare = (a: LocalTime, b: LocalTime): number => Temporal.PlainDateTime.compare(a, b);

/** An occurrence of an event in local time, [from, to). All-day events begin and end at midnight. */
export interface LocalEvent {
  name: string | null;
  from: LocalTime;
  to: LocalTime;
}

/**
 * The searched dates, [from, to). `zone` is the time zone of the result. Times in the file that have no zone are read
 * in `zone`, too.
 */
export interface EventSearch {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
  zone: string;
}

/** Maximum number of occurrences that are computed for one file. */
const MAX_OCCURRENCES = 20_000;

/**
 * Returns the occurrences of events in an iCalendar file that overlap the searched dates. Cancelled occurrences are
 * left out.
 * @throws DomainError invalid
 */
export function eventsOf(text: string, search: EventSearch): LocalEvent[] {
  try {
    return findEvents(text, search);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    // The message of the library is not used, because it quotes the file.
    throw malformed('A date or a recurrence rule in the file cannot be read.');
  }
}

function findEvents(text: string, search: EventSearch): LocalEvent[] {
  const from = search.from.toPlainDateTime();
  const to = search.to.toPlainDateTime();
  const found: LocalEvent[] = [];
  let computed = 0;
  for (const event of readEvents(text)) {
    for (const occurrence of occurrencesOf(event, search.zone)) {
      if (++computed > MAX_OCCURRENCES)
        throw invalid('The events recur too often. Send fewer events or shorter series.');
      if (compare(occurrence.from, to) >= 0) break;
      if (compare(occurrence.to, from) > 0 && !occurrence.isCancelled) found.push(occurrence);
    }
  }
  return found;
}

const isChange = (component: ICAL.Component) => component.hasProperty('recurrence-id');

function readEvents(text: string): ICAL.Event[] {
  const components = readCalendars(text)
    .flatMap((calendar) => calendar.getAllSubcomponents('vevent'))
    .filter((component) => component.hasProperty('dtstart'));
  const changes = components.filter(isChange);
  return components
    .filter((component) => !isChange(component))
    .map((component) => {
      const uid = component.getFirstPropertyValue('uid');
      const exceptions = changes.filter((change) => change.getFirstPropertyValue('uid') === uid);
      return new ICAL.Event(component, { exceptions, strictExceptions: false });
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
  throw malformed('The body must be a valid iCalendar file, which begins with BEGIN:VCALENDAR.');
}

function* occurrencesOf(event: ICAL.Event, zone: string): Generator<LocalEvent & { isCancelled: boolean }> {
  if (!event.isRecurring()) {
    yield localEvent(event, event.startDate, event.endDate, zone);
    return;
  }
  const rules = event.component.getAllProperties('rrule').map((each) => each.getFirstValue() as ICAL.Recur);
  for (const rule of rules) {
    const problem = unsupportedRule(rule);
    if (problem)
      throw invalid(`The recurrence rule of the event "${shortened(event.summary)}" has ${problem}.`);
  }
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

/** @throws DomainError invalid if the file does not describe the zone of the time */
function localTime(time: ICAL.Time, zone: string, eventZone: string | undefined): LocalTime {
  const { year, month, day, hour, minute, second, isDate } = time;
  const shown = new Temporal.PlainDateTime(year, month, day, hour, minute, Math.min(second, 59));
  if (isDate) return shown;
  if (time.zone !== ICAL.Timezone.localTimezone) return zonedTime(time.toUnixTime() * 1000, zone);
  const name: string | undefined = zoneNameOf(time) ?? eventZone;
  if (name === undefined) return shown;
  if (!isTimeZone(name))
    throw invalid(`The file does not describe its time zone "${String(name).slice(0, 100)}".`);
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

function malformed(message: string): DomainError {
  return new DomainError('invalid', 'malformed_calendar', message);
}

function invalid(message: string): DomainError {
  return DomainError.invalid(message, [{ path: 'body', message }]);
}
