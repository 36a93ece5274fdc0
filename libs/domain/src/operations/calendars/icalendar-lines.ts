import { DomainError, type Message, say } from '@app/kernel';
import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { unsupportedRule, unsupportedZoneRule } from './icalendar-rules';

/** The numbers of the lines on which an event begins (`BEGIN`) and has its properties. Lines count from 1. */
export type EventLines = ReadonlyMap<string, number>;

const MAX_COMPONENTS = 10_000;
/** Additional and excluded dates of all events and time zones. */
const MAX_DATES = 5000;
const MAX_RULES_OF_COMPONENT = 10;
const MAX_RULE_CHARACTERS = 1000;
/** The clock changes of all time zones, such as the beginning of summer time. */
const MAX_CLOCK_CHANGES = 200;
const MAX_EVENT_DAYS = 3660;
const LAST_YEAR = 2200;

const CLOCK_CHANGES = new Set(['STANDARD', 'DAYLIGHT']);
const LISTS_OF_DATES = new Set(['RDATE', 'EXDATE']);
const DATES = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', ...LISTS_OF_DATES]);
const DATE = /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-4])[0-5]\d([0-5]\d|60)Z?)?$/i;
const DURATION = /^[+-]?P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/i;
const SECONDS_OF = [604_800, 86_400, 3600, 60, 1];

interface Property {
  name: string;
  value: string;
  line: number;
}

interface OpenComponent {
  name: string;
  lines: Map<string, number>;
  rules: number;
  /** The years of `DTSTART` and `DTEND`. */
  years: Map<string, number>;
}

/**
 * Checks everything that determines how long the events of the file take to compute: the numbers of components, rules,
 * dates and clock changes, the years, and the durations. Messages name the line.
 * @returns the lines of each event, in the order of the file
 * @throws DomainError malformed_calendar; invalid
 */
export function checkedLines(text: string): EventLines[] {
  const events: EventLines[] = [];
  const open: OpenComponent[] = [];
  const counts = { components: 0, dates: 0, clockChanges: 0 };
  for (const property of propertiesOf(text)) {
    const { name, value, line } = property;
    const component = open.at(-1);
    if (component && !/[:;]/.test(value) && name === '') {
      throw malformed(line, 'This is not a property of the form NAME:VALUE.');
    } else if (name === 'BEGIN') {
      const begun = {
        name: value.trim().toUpperCase(),
        lines: new Map([[name, line]]),
        rules: 0,
        years: new Map(),
      };
      atMost(MAX_COMPONENTS, ++counts.components, 'components', line);
      if (CLOCK_CHANGES.has(begun.name))
        atMost(MAX_CLOCK_CHANGES, ++counts.clockChanges, 'clock changes of time zones', line);
      if (begun.name === 'VEVENT' && open.length === 1) events.push(begun.lines);
      open.push(begun);
    } else if (name === 'END') {
      checkYears(open.pop());
    } else if (component && (component.name === 'VEVENT' || CLOCK_CHANGES.has(component.name))) {
      component.lines.set(name, line);
      if (LISTS_OF_DATES.has(name))
        atMost(MAX_DATES, (counts.dates += value.split(',').length), 'additional and excluded dates', line);
      checkProperty(property, component);
    }
  }
  return events;
}

function checkProperty(property: Property, component: OpenComponent): void {
  const { name, value, line } = property;
  if (name === 'RRULE') checkRule(property, component);
  if (name === 'DURATION') checkDuration(property);
  if (!DATES.has(name)) return;
  for (const each of value.split(',')) {
    const [date = '', end] = each.split('/');
    const year = yearOf({ name, value: date, line });
    if (name === 'DTSTART' || name === 'DTEND') component.years.set(name, year);
    if (end !== undefined && !DATE.test(end)) checkDuration({ name, value: end, line });
  }
}

function checkYears(component: OpenComponent | undefined): void {
  const [start, end] = ['DTSTART', 'DTEND'].map((name) => component?.years.get(name));
  if (start !== undefined && end !== undefined && end - start > MAX_EVENT_DAYS / 366)
    throw tooLong(component?.lines.get('DTEND'));
}

function yearOf({ name, value, line }: Property): number {
  const [, year, month, day] = (DATE.exec(value.trim()) ?? []).map(Number);
  if (year === undefined || !isDate({ year, month: month ?? 0, day: day ?? 0 }))
    throw unreadable({ name, value, line }, ' Write it as YYYYMMDD or YYYYMMDDTHHMMSS.');
  if (year > LAST_YEAR) throw refused(line, `${name} is after the year ${LAST_YEAR}.`);
  return year;
}

function isDate(date: { year: number; month: number; day: number }): boolean {
  try {
    Temporal.PlainDate.from(date, { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
}

function checkRule(property: Property, component: OpenComponent): void {
  const { value, line } = property;
  atMost(MAX_RULES_OF_COMPONENT, ++component.rules, 'recurrence rules of one event', line);
  const problem = component.name === 'VEVENT' ? unsupportedRule : unsupportedZoneRule;
  const reason =
    value.length > MAX_RULE_CHARACTERS
      ? `more than ${MAX_RULE_CHARACTERS} characters`
      : problem(ruleOf(property));
  if (reason) throw refused(line, `The recurrence rule has ${reason}.`);
}

function ruleOf(property: Property): ICAL.Recur {
  try {
    return ICAL.Recur.fromString(property.value);
  } catch {
    throw unreadable(property);
  }
}

function checkDuration({ name, value, line }: Property): void {
  const parts = DURATION.exec(value.trim())?.slice(1);
  if (!parts) throw unreadable({ name, value, line });
  const seconds = parts.reduce(
    (sum, part: string | undefined, index) => sum + Number(part ?? 0) * (SECONDS_OF[index] ?? 0),
    0,
  );
  if (seconds > MAX_EVENT_DAYS * 86_400) throw tooLong(line);
}

/** Yields the properties of the file. A line that begins with white space continues the line before it. */
function* propertiesOf(text: string): Generator<Property> {
  let parts: string[] = [];
  let line = 1;
  const lines = text.split('\n');
  for (const [index, raw] of lines.entries()) {
    const part = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (/^[ \t]/.test(part) && parts.length > 0) {
      parts.push(part.slice(1));
      continue;
    }
    yield* propertyOf(parts.join(''), line);
    parts = [part];
    line = index + 1;
  }
  yield* propertyOf(parts.join(''), line);
}

/** A colon ends the name and its parameters, unless it is in quotes. */
function* propertyOf(text: string, line: number): Generator<Property> {
  const [, name = '', value = text] = /^([\w-]+)(?:;(?:"[^"]*"|[^":])*)?:([^]*)$/.exec(text) ?? [];
  if (text.trim() !== '') yield { name: name.toUpperCase(), value, line };
}

function atMost(max: number, count: number, what: string, line: number): void {
  if (count > max) throw refused(line, `The file has more than ${max} ${what}.`);
}

function tooLong(line: number | undefined): DomainError {
  return refused(line, `The event lasts longer than ${MAX_EVENT_DAYS} days.`);
}

function unreadable({ name, value, line }: Property, advice = ''): DomainError {
  return malformed(line, `${name} cannot be read: "${value.slice(0, 100)}".${advice}`);
}

/** The error of a file that can be read but not used. */
export function refused(line: number | undefined, reason: string): DomainError {
  const message = atLine(line, reason);
  return DomainError.invalid(message, [{ path: 'body', ...message }]);
}

export function malformed(line: number | undefined, reason: string): DomainError {
  return new DomainError('invalid', 'malformed_calendar', atLine(line, reason));
}

function atLine(line: number | undefined, reason: string): Message {
  return line === undefined ? say('other', { reason }) : say('calendar_line', { line, reason });
}
