import { isCountable, type MeterArithmetic } from '../arithmetic/meter-arithmetic';
import { type CsvLayout, fieldsOf } from './csv-layout';
import { type LocalInstant, ZoneTimes } from './zone-times';
import { type DateFormat, WrittenTimes } from './written-times';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/**
 * Timestamps before this instant are typing errors. If they were accepted, a step of a register could cover centuries,
 * that is, millions of hours.
 */
const EARLIEST_MS = 0;
const EXAMPLES: Record<DateFormat, string> = {
  iso: '2026-03-29T08:00:00Z',
  dmy: '24.12.2025 13:15',
  mdy: '12/24/2025 1:15 PM',
  serial: '46015.5521',
};

export interface LineSettings {
  meter: MeterArithmetic;
  /** The zone of timestamps without an offset. */
  timezone: string;
  decimalComma: boolean;
  dateFormat: DateFormat;
  /** Timestamps after this instant are refused. */
  latestMs: number;
}

export interface ReadingOfLine {
  at: LocalInstant;
  value: number;
}

/** Parses the lines of a file. Each line is parsed independently of the others. */
export class ReadingLines {
  private readonly times: WrittenTimes;
  private readonly zone: ZoneTimes;

  constructor(
    private readonly layout: CsvLayout,
    private readonly settings: LineSettings,
  ) {
    this.times = new WrittenTimes(settings.dateFormat);
    this.zone = new ZoneTimes(settings.timezone);
  }

  /** @returns the reading, or the reason why the line is refused */
  read(line: string): ReadingOfLine | string {
    const { separator, columns, timestampColumn, valueColumn } = this.layout;
    const fields = fieldsOf(line, separator);
    if (columns !== null && fields.length !== columns)
      return `The line has ${fields.length} columns instead of ${columns}. Quote values that contain the separator.`;
    const at = this.instantOf(fields[timestampColumn] ?? '');
    if (typeof at === 'string') return at;
    const value = this.valueOf(fields[valueColumn] ?? '');
    return typeof value === 'string' ? value : { at, value };
  }

  private instantOf(text: string): LocalInstant | string {
    const written = this.times.read(text);
    if (!written)
      return `${shown(text)} is not a date and time such as ${EXAMPLES[this.settings.dateFormat]}.`;
    const { localMs, offsetMs } = written;
    const at = offsetMs === null ? this.zone.instantOf(localMs) : { atMs: localMs - offsetMs };
    if (!at) return `${shown(text)} does not exist in ${this.settings.timezone}: the clocks skip this time.`;
    const wrong = outOfRange(at.atMs, this.settings.latestMs);
    return wrong === null ? at : `${shown(text)} ${wrong}`;
  }

  private valueOf(text: string): number | string {
    const { decimalComma, meter } = this.settings;
    if (text === '') return 'The line has no value.';
    const hasWrongMark = text.includes(decimalComma ? '.' : ',');
    const plain = decimalComma ? text.replace(',', '.') : text;
    if (hasWrongMark || !NUMBER.test(plain))
      return `${shown(text)} is not a number with a decimal ${decimalComma ? 'comma' : 'point'} and no thousands separators.`;
    const value = Number(plain);
    return isCountable(meter, value) ? value : `${shown(text)} is too large to be added up.`;
  }
}

/** Returns why the timestamp of a reading is refused, or null. */
export function outOfRange(atMs: number, latestMs: number): string | null {
  if (atMs < EARLIEST_MS) return 'lies before 1970.';
  return atMs > latestMs ? 'lies in the future.' : null;
}

const shown = (text: string): string => `"${text.slice(0, 40)}"`;
