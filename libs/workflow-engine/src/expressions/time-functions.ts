import { say } from '@app/kernel';
import { isObject } from './conversions';
import type { ExpressionRun } from './expression-run';
import type { ExpressionCalendar } from './expression-site';
import { instantMs } from './functions-of-dates-and-json';
import { listed, type FunctionRow, type ListedFunction } from './listed-function';
import {
  DURATION_UNITS,
  type Duration,
  localFields,
  PERIOD_UNITS,
  type PeriodUnit,
  periodAt,
  plusDuration,
} from './local-time';
import { type ZoneClock, zoneClock } from './zone-clock';

type Call = ListedFunction['call'];

/** Number of steps that each use of a time zone costs, because it takes about as long as evaluating 40 syntax nodes. */
const ZONE_STEPS = 40;
/** Number of steps that each use of a calendar costs. */
const CALENDAR_STEPS = 400;

function clockOf(run: ExpressionRun, zone: unknown): ZoneClock {
  run.spend(ZONE_STEPS);
  const clock = zoneClock(zone === undefined ? run.site.zone : zone);
  return clock ?? run.fail(say('zone_form'));
}

function unitOf(run: ExpressionRun, unit: unknown): PeriodUnit {
  const found = PERIOD_UNITS.find((each) => each === unit);
  return found ?? run.fail(say('unit_form', { units: PERIOD_UNITS.join(', ') }));
}

function durationOf(run: ExpressionRun, value: unknown): Duration {
  const entries = isObject(value) ? Object.entries(value) : [];
  const isDuration = entries.every(
    ([name, amount]) => (DURATION_UNITS as readonly string[]).includes(name) && Number.isInteger(amount),
  );
  if (entries.length > 0 && isDuration) return Object.fromEntries(entries);
  return run.fail(say('duration_form', { units: DURATION_UNITS.join(', ') }));
}

const local: Call = (run, _, [instant, zone]) => localFields(clockOf(run, zone), instantMs(run, instant));

const startOf: Call = (run, _, [instant, unit, zone]) =>
  new Date(periodAt(clockOf(run, zone), unitOf(run, unit), instantMs(run, instant)).startMs);

const endOf: Call = (run, _, [instant, unit, zone]) =>
  new Date(periodAt(clockOf(run, zone), unitOf(run, unit), instantMs(run, instant)).endMs);

const plus: Call = (run, _, [instant, duration, zone]) => {
  const ms = plusDuration(clockOf(run, zone), instantMs(run, instant), durationOf(run, duration));
  return new Date(instantMs(run, ms));
};

function calendarOf(run: ExpressionRun, id: unknown): ExpressionCalendar {
  run.spend(CALENDAR_STEPS);
  if (typeof id !== 'number') return run.fail(say('calendar_form'));
  return run.site.calendars.get(id) ?? run.fail(say('no_calendar', { id }));
}

const isOpen: Call = (run, _, [instant, id]) => calendarOf(run, id).isOpen(instantMs(run, instant));
const isHoliday: Call = (run, _, [instant, id]) => calendarOf(run, id).isHoliday(instantMs(run, instant));

const readsCalendars = { readsCalendars: true };

const rows: readonly FunctionRow[] = [
  [
    'local(instant, zone?) → object',
    'Returns the local year, month, day, hour, minute, second, weekday (1 is Monday, 7 is Sunday), date and ' +
      'minuteOfDay.',
    ['any', 'any'],
    local,
  ],
  [
    'startOf(instant, unit, zone?) → date',
    'Returns the start of the local minute, hour, day, week (from Monday), month or year.',
    ['any', 'any', 'any'],
    startOf,
  ],
  [
    'endOf(instant, unit, zone?) → date',
    'Returns the end of the local period, which is the start of the next one.',
    ['any', 'any', 'any'],
    endOf,
  ],
  [
    'plus(instant, duration, zone?) → date',
    'Adds years, months, weeks and days on the local calendar, and then hours, minutes and seconds.',
    ['any', 'any', 'any'],
    plus,
  ],
  [
    'isOpen(instant, calendarId) → boolean',
    'Returns whether a calendar is open at the instant.',
    ['any', 'any'],
    isOpen,
    readsCalendars,
  ],
  [
    'isHoliday(instant, calendarId) → boolean',
    'Returns whether an exception of a calendar closes the whole local day of the instant.',
    ['any', 'any'],
    isHoliday,
    readsCalendars,
  ],
];

export const TIME_FUNCTIONS = rows.map(listed);
