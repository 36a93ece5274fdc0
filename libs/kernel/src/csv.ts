/** The value of a cell. Null is an empty cell. */
export type CsvCell = string | number | bigint | boolean | Date | null;

/** The first character of a CSV file. Spreadsheets then read the file as UTF-8. */
export const CSV_BOM = '\uFEFF';

const NEEDS_QUOTES = /[",\r\n]/;
/**
 * A spreadsheet reads a text that begins with one of these characters as a formula. The full-width characters only
 * matter in some Asian versions.
 */
const FORMULA = new Set(Array.from('=+-@＝＋－＠', (character) => character.charCodeAt(0)));
const LAST_ASCII_CONTROL = 0x1f;
const DELETE = 0x7f;
const LAST_CONTROL = 0x9f;
const DAY_MS = 86_400_000;
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/**
 * Returns one line of a CSV file (RFC 4180), with its line break. An apostrophe is put before texts that a spreadsheet
 * would run as a formula. Numbers are written as numbers, and instants in ISO 8601.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${csvCells(cells)}\r\n`;
}

/** Returns a part of a line: cells with commas between them. */
export function csvCells(cells: readonly CsvCell[]): string {
  let line = '';
  // A loop with an iterator would be slower, which matters for millions of rows.
  for (let index = 0; index < cells.length; index++) {
    if (index > 0) line += ',';
    line += csvCell(cells[index] ?? null);
  }
  return line;
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return quoted(isFormula(cell) ? `'${cell}` : cell);
  if (cell instanceof Date) return instants.textOf(cell);
  // The cell stays empty, because no notation of non-finite numbers is understood by all programs.
  if (typeof cell === 'number' && !Number.isFinite(cell)) return '';
  return String(cell);
}

/** Returns whether a spreadsheet may read the text as a formula. A control character at the beginning counts too. */
function isFormula(text: string): boolean {
  const code = text.charCodeAt(0);
  return code <= LAST_ASCII_CONTROL || (code >= DELETE && code <= LAST_CONTROL) || FORMULA.has(code);
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats instants like `Date.toISOString`, but caches the text of the day, because many rows have the same day. */
class InstantTexts {
  private day = Number.NaN;
  private date = '';

  textOf(instant: Date): string {
    const ms = instant.getTime();
    const day = Math.floor(ms / DAY_MS);
    if (day !== this.day) {
      const midnight = new Date(day * DAY_MS).toISOString();
      this.date = midnight.slice(0, midnight.indexOf('T') + 1);
      this.day = day;
    }
    const milliseconds = ms - day * DAY_MS;
    const seconds = Math.floor(milliseconds / 1000);
    const minutes = Math.floor(seconds / 60);
    const hour = TWO_DIGITS[Math.floor(minutes / 60)];
    const minute = TWO_DIGITS[minutes % 60];
    const second = TWO_DIGITS[seconds % 60];
    return `${this.date}${hour}:${minute}:${second}.${String(milliseconds % 1000).padStart(3, '0')}Z`;
  }
}

const instants = new InstantTexts();
