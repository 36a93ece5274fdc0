import { Temporal } from 'temporal-polyfill';
import { say } from './messages';
import { DomainError } from './domain-error';

const SHAPE =
  /^(\d{4})-(\d\d)-(\d\d)(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/i;

/** The years that every database supports, with a margin for offsets. */
const FIRST_YEAR = 1000;
const LAST_YEAR = 9998;

interface WrittenInstant {
  local: Temporal.PlainDateTime;
  /** Null if the text has no offset. */
  offsetMinutes: number | null;
  isBareDate: boolean;
}

/**
 * Returns true for an ISO 8601 date, or a date and time with or without an offset. The date must exist. Examples:
 * `2026-03-29`, `2026-03-29T02:30`, `2026-03-29T02:30:00.000+08:00`, `2026-03-29T02:30:00Z`.
 */
export function isInstantText(text: unknown): text is string {
  return typeof text === 'string' && read(text) !== null;
}

/**
 * Parses an instant. A text without an offset is local time in `timeZone`. A date without a time is the beginning of
 * the day. If the clocks skip a local time, it is moved forward by the skipped duration. If a local time occurs twice,
 * the first occurrence is used.
 * @throws DomainError `invalid` if `isInstantText` returns false for the text
 */
export function parseInstant(text: string, timeZone: string): Date {
  const written = read(text);
  if (!written) throw DomainError.invalid(`"${text.slice(0, 40)}" is not an ISO 8601 instant.`);
  const { local, offsetMinutes, isBareDate } = written;
  if (offsetMinutes !== null) {
    return new Date(local.toZonedDateTime('UTC').epochMilliseconds - offsetMinutes * 60_000);
  }
  const zoned = isBareDate
    ? local.toPlainDate().toZonedDateTime(timeZone)
    : local.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
  return new Date(zoned.epochMilliseconds);
}

/**
 * Parses the range `[from, to)`. Both ends are parsed like in `parseInstant`.
 * @throws DomainError `invalid` if the range is empty or an end is not an instant
 */
export function parseInstantRange(
  range: { from: string; to: string },
  timeZone: string,
): { from: Date; to: Date } {
  const from = parseInstant(range.from, timeZone);
  const to = parseInstant(range.to, timeZone);
  assertOrder(from, to);
  return { from, to };
}

/** Like `parseInstantRange`, but one or both ends of the range may be missing. */
export function parseOptionalRange(
  range: { from?: string; to?: string },
  timeZone: string,
): { from?: Date; to?: Date } {
  const from = range.from === undefined ? undefined : parseInstant(range.from, timeZone);
  const to = range.to === undefined ? undefined : parseInstant(range.to, timeZone);
  if (from && to) assertOrder(from, to);
  return { from, to };
}

function assertOrder(from: Date, to: Date): void {
  if (from < to) return;
  throw DomainError.invalid('from must be before to.', [
    { path: 'from', ...say('not_before', { other: 'to' }) },
  ]);
}

function read(text: string): WrittenInstant | null {
  const match = SHAPE.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second = '0', fraction = '', offset] = match;
  if (Number(year) < FIRST_YEAR || Number(year) > LAST_YEAR) return null;
  try {
    const local = Temporal.PlainDateTime.from(
      {
        year: Number(year),
        month: Number(month),
        day: Number(day),
        hour: Number(hour ?? 0),
        minute: Number(minute ?? 0),
        second: Number(second),
        millisecond: Number(fraction.slice(0, 3).padEnd(3, '0')),
      },
      { overflow: 'reject' },
    );
    return { local, offsetMinutes: offset ? minutesOf(offset) : null, isBareDate: hour === undefined };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Converts `Z`, `+08`, `+0530` or `-03:30` to minutes east of UTC. */
function minutesOf(offset: string): number {
  if (/z/i.test(offset)) return 0;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return offset.startsWith('-') ? -minutes : minutes;
}
