const MINUTE_MS = 60_000;
const REST = /^(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)$/i;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

/** A date and time as a file contains them. */
export interface WrittenTime {
  /** The local time as milliseconds since 1970, as if it were UTC. */
  localMs: number;
  /** Null if the text has no offset. */
  offsetMs: number | null;
}

/**
 * Reads ISO 8601 dates and times, with a `T` or a blank between them: `2026-03-29T02:30:00Z`, `2026-03-29 02:30`.
 * `parseInstant` is too slow here: for a million lines, it would take longer than storing the readings.
 */
export class WrittenTimes {
  private date = '';
  private midnightMs = Number.NaN;

  /** @returns null if the text is not a date and time, or if the date does not exist */
  read(text: string): WrittenTime | null {
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
