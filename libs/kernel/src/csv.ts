/** The value of a cell. Null is an empty cell. */
export type CsvCell = string | number | bigint | boolean | Date | null;

/** Starts a file, so that spreadsheets read it as UTF-8. */
export const CSV_BOM = '\uFEFF';

/**
 * Matches texts that a spreadsheet would run as a formula. The full-width characters are formulas too in some Asian
 * versions.
 */
const FORMULA = /^[=+\-@＝＋－＠\p{Cc}]/u;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Returns one line of a CSV file (RFC 4180), with its line break. An apostrophe is put before texts that a spreadsheet
 * would run as a formula. Numbers are written as numbers, and instants in ISO 8601.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  let line = '';
  for (const [index, cell] of cells.entries()) {
    if (index > 0) line += ',';
    line += csvCell(cell);
  }
  return `${line}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (typeof cell === 'string') return quoted(FORMULA.test(cell) ? `'${cell}` : cell);
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  // A number that is not finite has no notation that all programs read.
  if (typeof cell === 'number' && !Number.isFinite(cell)) return '';
  return String(cell);
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
