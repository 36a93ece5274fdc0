import { type Message, say } from '@app/kernel';
import { Cron } from 'croner';

const MONTH = '(?:\\d{1,2}|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)';
const WEEKDAY = '(?:[0-7]|sun|mon|tue|wed|thu|fri|sat)';
const NUMBER = '\\d{1,2}';
const FIELDS = [NUMBER, NUMBER, NUMBER, MONTH, WEEKDAY].map(listOf);
const MAX_LENGTH = 255;
/**
 * A pattern is checked by a search for its slots from this instant. A pattern contains no year, so the instant is
 * arbitrary.
 */
const SOME_MOMENT = new Date('2000-01-01T00:00:00Z');

/**
 * Returns the problem of a cron expression, or null if it is valid. It must have the five standard fields. Extensions
 * of particular programs (seconds, `@daily`, `L`, `W`, `#`, `?`) are refused. Months and weekdays may be three-letter
 * names. If both day of month and day of week are restricted, a day needs to match only one of them.
 */
export function cronFault(cron: string): Message | null {
  if (cron.length > MAX_LENGTH) return say('too_long', { most: MAX_LENGTH });
  if (cron.trim() !== '' && cron !== cron.trim()) return say('cron_blank');
  const fields = cron.split(' ').filter((field) => field !== '');
  if (fields.length !== FIELDS.length) {
    return say('cron_fields');
  }
  if (!fields.every((field, index) => FIELDS[index]?.test(field))) {
    return say('cron_syntax', { example: '*/15 8-17 * * 1-5' });
  }
  try {
    return scheduleOf(cron, 'UTC').nextRun(SOME_MOMENT) ? null : say('cron_date');
  } catch {
    return say('cron_range');
  }
}

/**
 * Returns the first slot after an instant, in milliseconds since 1970, or null if there is none.
 *
 * If clocks move forward and skip the only time of a schedule on that day, the schedule fires at the end of the skipped
 * period. A schedule with several times a day drops the skipped times. If clocks move back and repeat a time, a
 * schedule with one time a day fires only at the first of the two instants; a schedule with several times a day fires
 * at both. A daily schedule therefore fires once on every local day.
 * @param cron an expression that `cronFault` accepts
 * @param timezone IANA name
 */
export function nextFireMs(cron: string, timezone: string, afterMs: number): number | null {
  return scheduleOf(cron, timezone).nextRun(new Date(afterMs))?.getTime() ?? null;
}

/** This object only computes slots. It starts no timer. */
function scheduleOf(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, mode: '5-part', paused: true });
}

function listOf(value: string): RegExp {
  const item = `(?:\\*|${value}(?:-${value})?)(?:/\\d{1,2})?`;
  return new RegExp(`^${item}(?:,${item})*$`, 'i');
}
