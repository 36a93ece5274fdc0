import type { BulkColumn } from '@app/entities';
import { BackupFileError } from './backup-file-error';
import type { BackupColumn, BackupTable, ColumnKind } from './manifest';

/** A row as a driver returns it, by column name. */
export type DriverRow = Readonly<Record<string, unknown>>;

type Encoder = (value: unknown) => unknown;
type Decoder = (value: unknown) => string | number | undefined;

const NEWLINE = 0x0a;

/** Numbers that JSON cannot represent are written as text. */
const SPECIAL_DOUBLES = new Set<unknown>(['NaN', 'Infinity', '-Infinity', '-0']);

const ENCODERS: Record<ColumnKind, Encoder> = {
  integer: Number,
  bigint: String,
  double: (value) => encodeDouble(Number(value)),
  boolean: Boolean,
  text: String,
  json: (value) => encodeJson(String(value)),
  instant: (value) => (value as Date).toISOString(),
};

/** Each returns undefined for a value that the encoder never writes. */
const DECODERS: Record<ColumnKind, Decoder> = {
  integer: (value) => (Number.isSafeInteger(value) ? (value as number) : undefined),
  bigint: (value) => (typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? value : undefined),
  double: (value) =>
    typeof value === 'number' || SPECIAL_DOUBLES.has(value) ? (value as number | string) : undefined,
  boolean: (value) => (typeof value === 'boolean' ? Number(value) : undefined),
  text: (value) => (typeof value === 'string' ? value : undefined),
  json: decodeJson,
  instant: decodeInstant,
};

const BULK_TYPES: Record<ColumnKind, BulkColumn['type']> = {
  integer: 'int',
  bigint: 'bigint',
  double: 'double',
  boolean: 'boolean',
  text: 'text',
  json: 'text',
  instant: 'instant',
};

/** Returns the row as a line of JSON: an array with a value for each column. The same row gives the same line. */
export function encodeRow(columns: readonly BackupColumn[], row: DriverRow): string {
  const values = columns.map(({ name, kind }) => {
    const value = row[name];
    return value === null ? null : ENCODERS[kind](value);
  });
  return `${JSON.stringify(values)}\n`;
}

/**
 * Returns the rows of complete lines as columns.
 * @throws BackupFileError `damaged`
 */
export function decodeLines({ name: table, columns }: BackupTable, lines: Buffer): BulkColumn[] {
  const rows = parseLines(table, lines);
  return columns.map(({ name, kind }, index) => ({
    name,
    type: BULK_TYPES[kind],
    values: rows.map((row) => decodeValue(row, index, kind, `${table}.${name}`)),
  }));
}

export function countLines(lines: Buffer): number {
  let count = 0;
  for (let at = lines.indexOf(NEWLINE); at !== -1; at = lines.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

/** A newline never occurs within a line, because JSON escapes it. All lines are therefore parsed at once. */
function parseLines(table: string, lines: Buffer): unknown[][] {
  const text = lines.toString('utf8').trimEnd().replaceAll('\n', ',');
  try {
    return JSON.parse(`[${text}]`) as unknown[][];
  } catch (error) {
    throw BackupFileError.damaged(`the table ${table} has a line that is not JSON`, error);
  }
}

function decodeValue(row: unknown, index: number, kind: ColumnKind, column: string): string | number | null {
  const value: unknown = Array.isArray(row) ? row[index] : undefined;
  if (value === null) return null;
  const decoded = DECODERS[kind](value);
  if (decoded === undefined)
    throw BackupFileError.damaged(`${column} has a value that is not of kind ${kind}`);
  return decoded;
}

function encodeDouble(value: number): number | string {
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? value : String(value);
}

/**
 * JSON is written as an array with the value, so that it differs from a missing value. Text that `JSON.stringify` did
 * not produce is written as text, so that it is restored to the same characters.
 */
function encodeJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? [value] : text;
  } catch {
    return text;
  }
}

function decodeJson(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.length === 1 ? JSON.stringify(value[0]) : undefined;
}

function decodeInstant(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
