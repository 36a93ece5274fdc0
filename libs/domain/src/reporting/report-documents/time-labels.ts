import type { Language, ReportInterval } from '@app/entities';
import { Temporal } from 'temporal-polyfill';
import { bucketsBetween, startOf } from '../../metering/arithmetic/calendar';
import type { ReportSpan } from './report-document';

/** The label of a calendar bucket. The label of an hour has a UTC offset only if the clock shows this hour twice. */
export function bucketLabel(
  interval: ReportInterval,
  startMs: number,
  zone: string,
  language: Language,
): string {
  const local = localTime(startMs, zone);
  const date = local.toPlainDate();
  if (interval === 'day') return `${date.toString()} ${weekday(startMs, zone, language)}`;
  if (interval === 'week') return `${date.toString()} – ${date.add({ days: 6 }).toString()}`;
  if (interval === 'month') return date.toPlainYearMonth().toString();
  const text = `${date.toString()} ${clockTime(local)}`;
  return isRepeated(local) ? `${text} ${local.offset}` : text;
}

/**
 * The label of a period. If the period consists of whole days, the label has only dates. Otherwise, it also has times
 * of day.
 */
export function periodLabel({ fromMs, toMs }: ReportSpan, zone: string, language: Language): string {
  const isWholeDays = [fromMs, toMs].every((ms) => startOf('day', ms, zone) === ms);
  if (!isWholeDays) return `${instantLabel(fromMs, zone)} – ${instantLabel(toMs, zone)}`;
  const first = localTime(fromMs, zone).toPlainDate().toString();
  const last = localTime(toMs - 1, zone)
    .toPlainDate()
    .toString();
  return first === last ? `${first} ${weekday(fromMs, zone, language)}` : `${first} – ${last}`;
}

/** Date and time of day to the minute. */
export function instantLabel(ms: number, zone: string): string {
  const local = localTime(ms, zone);
  return `${local.toPlainDate().toString()} ${clockTime(local)}`;
}

/** The longest interval that still divides the period into several parts. */
export function fittingInterval({ fromMs, toMs }: ReportSpan, zone: string): ReportInterval {
  const days = bucketsBetween('day', fromMs, toMs, zone).length;
  if (days <= 2) return 'hour';
  return days <= 100 ? 'day' : 'month';
}

/**
 * Returns the period right before the given one. If the given period consists of whole months or whole days, the result
 * has the same number of months or days. Otherwise, it has the same duration.
 */
export function previousSpan({ fromMs, toMs }: ReportSpan, zone: string): ReportSpan {
  const starts = (unit: 'day' | 'month') => [fromMs, toMs].every((ms) => startOf(unit, ms, zone) === ms);
  if (!starts('day')) return { fromMs: fromMs - (toMs - fromMs), toMs: fromMs };
  const from = localTime(fromMs, zone).toPlainDate();
  const to = localTime(toMs, zone).toPlainDate();
  const largestUnit = starts('month') ? 'month' : 'day';
  const length = from.until(to, { largestUnit });
  return { fromMs: from.subtract(length).toZonedDateTime(zone).epochMilliseconds, toMs: fromMs };
}

/** Returns the same local time of the same date a year earlier. For 29 February, this is 1 March. */
export function yearBefore(ms: number, zone: string): number {
  const local = localTime(ms, zone).toPlainDateTime();
  const earlier = local
    .with({ day: 1 })
    .subtract({ years: 1 })
    .add({ days: local.day - 1 });
  return earlier.toZonedDateTime(zone).epochMilliseconds;
}

/**
 * Returns the same dates a year earlier. If they are not whole months, the result has the same number of days, also around
 * 29 February.
 */
export function spanYearBefore({ fromMs, toMs }: ReportSpan, zone: string): ReportSpan {
  const earlierMs = yearBefore(fromMs, zone);
  if ([fromMs, toMs].every((ms) => startOf('month', ms, zone) === ms))
    return { fromMs: earlierMs, toMs: yearBefore(toMs, zone) };
  const plain = (ms: number) => localTime(ms, zone).toPlainDateTime();
  const length = plain(fromMs).until(plain(toMs), { largestUnit: 'day' });
  return { fromMs: earlierMs, toMs: plain(earlierMs).add(length).toZonedDateTime(zone).epochMilliseconds };
}

function weekday(ms: number, zone: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: zone }).format(ms);
}

function clockTime(local: Temporal.ZonedDateTime): string {
  return local.toPlainTime().toString({ smallestUnit: 'minute' });
}

/** Returns true if the clocks of the zone show this time twice. */
function isRepeated(local: Temporal.ZonedDateTime): boolean {
  const plain = local.toPlainDateTime();
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    plain.toZonedDateTime(local.timeZoneId, { disambiguation }),
  );
  return first !== undefined && second !== undefined && !first.equals(second);
}

function localTime(ms: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
}
