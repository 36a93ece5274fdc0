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

/** The decoder of each kind. It returns undefined for a value that the encoder never writes. */
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

/**
 * Returns the row as a line of JSON, which is an array with one value per column. Equal rows always have equal lines.
 */
export function encodeRow(columns: readonly BackupColumn[], row: DriverRow): string {
  const values = columns.map(({ name, kind }) => {
    const value = row[name];
    return value === null ? null : ENCODERS[kind](value);
  });
  return `${JSON.stringify(values)}\n`;
}

/**
 * Decodes complete lines and returns their values by column.
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

/**
 * Parses all lines with one call. This is possible, because JSON escapes newlines within values: each newline in
 * `lines` separates two lines.
 */
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
 * Encodes stored JSON as an array that contains its value, so that the value null differs from a missing value. If
 * `JSON.stringify` would not produce the same characters, the stored text is encoded as a string instead, so that it is
 * restored unchanged.
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
