import { say, type Message } from '@app/kernel';
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
  read(line: string): ReadingOfLine | Message {
    const { separator, columns, timestampColumn, valueColumn } = this.layout;
    const fields = fieldsOf(line, separator);
    if (columns !== null && fields.length !== columns)
      return say('line_columns', { found: fields.length, wanted: columns });
    const at = this.instantOf(fields[timestampColumn] ?? '');
    if ('code' in at) return at;
    const value = this.valueOf(fields[valueColumn] ?? '');
    return typeof value === 'number' ? { at, value } : value;
  }

  private instantOf(text: string): LocalInstant | Message {
    const written = this.times.read(text);
    if (!written)
      return say('line_instant', { text: shown(text), example: EXAMPLES[this.settings.dateFormat] });
    const { localMs, offsetMs } = written;
    const at = offsetMs === null ? this.zone.instantOf(localMs) : { atMs: localMs - offsetMs };
    if (!at) return say('line_skipped', { text: shown(text), zone: this.settings.timezone });
    return outOfRange(at.atMs, this.settings.latestMs, shown(text)) ?? at;
  }

  private valueOf(text: string): number | Message {
    const { decimalComma, meter } = this.settings;
    if (text === '') return say('line_without_value');
    const hasWrongMark = text.includes(decimalComma ? '.' : ',');
    const plain = decimalComma ? text.replace(',', '.') : text;
    if (hasWrongMark || !NUMBER.test(plain))
      return say(decimalComma ? 'line_number_with_comma' : 'line_number_with_point', { text: shown(text) });
    const value = Number(plain);
    return isCountable(meter, value) ? value : say('line_too_large', { text: shown(text) });
  }
}

/** Returns why the timestamp of a reading is refused, or null. */
export function outOfRange(atMs: number, latestMs: number, text: string): Message | null {
  if (atMs < EARLIEST_MS) return say('line_early', { text });
  return atMs > latestMs ? say('line_future', { text }) : null;
}

const shown = (text: string): string => `"${text.slice(0, 40)}"`;
