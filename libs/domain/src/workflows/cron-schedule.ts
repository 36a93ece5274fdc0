import { Cron } from 'croner';

const MONTH = '(?:\\d{1,2}|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)';
const WEEKDAY = '(?:[0-7]|sun|mon|tue|wed|thu|fri|sat)';
const NUMBER = '\\d{1,2}';
const FIELDS = [NUMBER, NUMBER, NUMBER, MONTH, WEEKDAY].map(listOf);
const MAX_LENGTH = 255;
/** No pattern names a year: what does not come after this never comes. */
const SOME_MOMENT = new Date('2000-01-01T00:00:00Z');

/**
 * What is wrong with a cron expression, for a person; null where nothing is. It has the five fields of cron and nothing
 * that only some programs know: no seconds, no `@daily`, no `L`, `W`, `#` or `?`. Months and weekdays may be written as
 * three letters. Where day of month and day of week are both restricted, either suffices.
 */
export function cronFault(cron: string): string | null {
  if (cron.length > MAX_LENGTH) return `must not be longer than ${MAX_LENGTH} characters`;
  if (cron.trim() !== '' && cron !== cron.trim()) return 'must not begin or end with a blank';
  const fields = cron.split(' ').filter((field) => field !== '');
  if (fields.length !== FIELDS.length) {
    return 'must have five fields: minute, hour, day of month, month, day of week';
  }
  if (!fields.every((field, index) => FIELDS[index]?.test(field))) {
    return 'must consist of numbers, *, ranges, steps and lists, such as */15 8-17 * * 1-5';
  }
  try {
    return scheduleOf(cron, 'UTC').nextRun(SOME_MOMENT) ? null : 'names a date that never comes';
  } catch {
    return 'has a value that is out of range';
  }
}

/**
 * The first slot after an instant, in milliseconds since 1970; null where there is none.
 *
 * Where the clocks are put forward, a schedule of one single time a day that they skip fires once the skipped stretch is
 * over; any other lets skipped slots be. Where they are put back, a schedule of one single time fires at the first of the
 * two; any other at both, for both are on the clock. So what is daily fires once on every local day.
 * @param cron one in which `cronFault` finds nothing
 * @param timezone IANA name
 */
export function nextFireMs(cron: string, timezone: string, afterMs: number): number | null {
  return scheduleOf(cron, timezone).nextRun(new Date(afterMs))?.getTime() ?? null;
}

/** Nothing is started by it: it only computes. */
function scheduleOf(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, mode: '5-part', paused: true });
}

function listOf(value: string): RegExp {
  const item = `(?:\\*|${value}(?:-${value})?)(?:/\\d{1,2})?`;
  return new RegExp(`^${item}(?:,${item})*$`, 'i');
}
