import { Readable } from 'node:stream';
import { MAX_IMPORT_ROWS } from '@app/domain';
import { DomainError, type Message, say, textPieces } from '@app/kernel';
import { type CastingContext, CsvError, parse } from 'csv-parse';

const COLUMNS = ['name', 'code', 'unit', 'dataType', 'objectId', 'objectCode'] as const;
const REQUIRED = ['name', 'code'] as const;
/** Limits of one row, which the parser keeps until its end: characters, and cells. */
const LONGEST_ROW = 20_000;
const MOST_CELLS = 1000;
const DELIMITERS = [',', ';', '\t'];

/** Stands for a row with more cells than the header. */
export const TOO_MANY_CELLS = Symbol('a row with more cells than the header');

type Column = (typeof COLUMNS)[number];

/**
 * Reads points from CSV with a header, separated by commas, semicolons or tabs. Unknown columns are dropped, and empty
 * cells count as omitted.
 * @returns for each row an unchecked object, or `TOO_MANY_CELLS`
 * @throws DomainError `malformed_csv`, `too_many_points`
 */
export async function readCsvPoints(text: string): Promise<unknown[]> {
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(text),
    trim: true,
    skip_empty_lines: true,
    // A row with too few or too many cells must not stop the parser. The row is checked later, like any other row.
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
    cast: asText,
  });
  const lines = Readable.from(textPieces(text)).pipe(parser);
  let columns: (Column | undefined)[] | undefined;
  const rows: unknown[] = [];
  try {
    for await (const cells of lines as AsyncIterable<string[]>) {
      if (columns) rows.push(valueOf(cells, columns));
      else columns = columnsOf(cells);
      if (rows.length > MAX_IMPORT_ROWS) throw tooMany();
    }
  } catch (error) {
    throw error instanceof CsvError ? malformed(say('csv_unreadable', { reason: error.message })) : error;
  }
  if (!columns) throw malformed(say('csv_without_header'));
  return rows;
}

/** Refuses rows with too many cells. Other cells stay texts. */
function asText(cell: string, { index }: CastingContext): string {
  if (index < MOST_CELLS) return cell;
  throw malformed(say('csv_unreadable', { reason: `A row has more than ${MOST_CELLS} cells.` }));
}

/** The delimiter that occurs most often in the header. */
function delimiterOf(text: string): string {
  const [header = ''] = text.slice(0, LONGEST_ROW).split(/\r\n|\r|\n/, 1);
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function columnsOf(header: readonly string[]): (Column | undefined)[] {
  const columns = header.map((title) =>
    COLUMNS.find((column) => column.toLowerCase() === title.trim().toLowerCase()),
  );
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  if (missing.length > 0) throw malformed(say('csv_columns', { columns: missing.join(' and ') }));
  return columns;
}

function valueOf(cells: readonly string[], columns: readonly (Column | undefined)[]): unknown {
  if (cells.length > columns.length) return TOO_MANY_CELLS;
  const entries = cells.flatMap((cell, index) => {
    const column = columns[index];
    return column === undefined || cell === '' ? [] : [[column, typed(column, cell)] as const];
  });
  return Object.fromEntries(entries);
}

function typed(column: Column, cell: string): string | number {
  return column === 'objectId' && /^\d{1,15}$/.test(cell) ? Number(cell) : cell;
}

function malformed(reason: Message): DomainError {
  return new DomainError('invalid', 'malformed_csv', reason);
}

function tooMany(): DomainError {
  const message = say('too_many_points', { most: MAX_IMPORT_ROWS });
  return new DomainError('invalid', 'too_many_points', message);
}
