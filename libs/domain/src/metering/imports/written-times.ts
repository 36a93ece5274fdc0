const MINUTE_MS = 60_000;
const REST = /^(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)$/i;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const WRITTEN_DATE =
  /^(\d{1,2})[./](\d{1,2})[./](\d{4})(?:,? +(\d{1,2}):(\d\d)(?::(\d\d))?(?: ?([ap])m)?)?$/i;
const SERIAL_DATE = /^\d{5}(?:[.,]\d+)?$/;
const DAY_MS = 86_400_000;
/** The number of 1970-01-01 in spreadsheets, which count days since 1899-12-30. */
const SERIAL_OF_1970 = 25_569;

/**
 * How a file writes dates: ISO 8601, the day before the month, the month before the day, or as the numbers of
 * spreadsheets.
 */
export const DATE_FORMATS = ['iso', 'dmy', 'mdy', 'serial'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** Returns the formats in which the text may be a date. Several formats fit `01/02/2026`. */
export function formatsOf(text: string): readonly DateFormat[] {
  if (/^\d{4}-\d\d-\d\d/.test(text)) return ['iso'];
  if (SERIAL_DATE.test(text)) return ['serial'];
  const [, first, second] = WRITTEN_DATE.exec(text) ?? [];
  // Dates with points have the day first everywhere.
  if (first === undefined || text.includes('.')) return first === undefined ? [] : ['dmy'];
  return [
    ...(Number(second) <= 12 ? (['dmy'] as const) : []),
    ...(Number(first) <= 12 ? (['mdy'] as const) : []),
  ];
}

/** A date and time as a file contains them. */
export interface WrittenTime {
  /** The local time as milliseconds since 1970, as if it were UTC. */
  localMs: number;
  /** Null if the text has no offset. */
  offsetMs: number | null;
}

/**
 * Reads dates and times in one format. In ISO 8601, there is a `T` or a blank between them: `2026-03-29T02:30:00Z`,
 * `2026-03-29 02:30`.
 * `parseInstant` is too slow here: for a million lines, it would take longer than storing the readings.
 */
export class WrittenTimes {
  private date = '';
  private midnightMs = Number.NaN;

  constructor(private readonly format: DateFormat) {}

  /** @returns null if the text is not a date and time in the format, or if the date does not exist */
  read(text: string): WrittenTime | null {
    if (this.format === 'iso') return this.readIso(text);
    return this.format === 'serial' ? readSerial(text) : this.readWritten(text, this.format);
  }

  private readWritten(text: string, format: 'dmy' | 'mdy'): WrittenTime | null {
    const match = WRITTEN_DATE.exec(text);
    if (!match) return null;
    const [, first = '', second = '', year = '', hour = '0', minute = '00', seconds = '00', half] = match;
    const [day, month] = format === 'dmy' ? [first, second] : [second, first];
    const hours = half === undefined ? Number(hour) : hourOfDay(Number(hour), half);
    if (hours === null) return null;
    const time = `${String(hours).padStart(2, '0')}:${minute}:${seconds}`;
    return this.readIso(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${time}`);
  }

  private readIso(text: string): WrittenTime | null {
    const date = text.slice(0, 10);
    if (date !== this.date) {
      this.date = date;
      this.midnightMs = midnightOf(date);
    }
    if (Number.isNaN(this.midnightMs)) return null;
    if (text.length === 10) return { localMs: this.midnightMs, offsetMs: null };
    const match = REST.exec(text.slice(10));
    if (!match) return null;
    const [, hour, minute, second = '0', fraction = '', offset] = match;
    if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
    const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
    const localMs = this.midnightMs + seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
    return { localMs, offsetMs: offset === undefined ? null : offsetOf(offset) };
  }
}

/** Converts an hour of the 12-hour clock. */
function hourOfDay(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

/** The fraction of a day is rounded to seconds, because a decimal fraction is not exact. */
function readSerial(text: string): WrittenTime | null {
  if (!SERIAL_DATE.test(text)) return null;
  const days = Number(text.replace(',', '.')) - SERIAL_OF_1970;
  return { localMs: Math.round((days * DAY_MS) / 1000) * 1000, offsetMs: null };
}

function midnightOf(date: string): number {
  const match = DATE.exec(date);
  if (!match) return Number.NaN;
  const midnight = new Date(`${date}T00:00:00Z`);
  // Parsing turns a date that does not exist, such as 30 February, into another date.
  const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
  return exists ? midnight.getTime() : Number.NaN;
}

function offsetOf(offset: string): number {
  if (/z/i.test(offset)) return 0;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  const ms = (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * MINUTE_MS;
  return offset.startsWith('-') ? -ms : ms;
}
