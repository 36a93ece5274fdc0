import { DomainError } from '@app/kernel';
import type { DateFormat } from './written-times';

/** Separators in the order in which they are tried. The comma is the last, because it may be a decimal comma. */
const SEPARATORS = ['\t', ';', ','] as const;

/** The separator and the columns of a file. */
export interface CsvLayout {
  separator: string;
  hasHeader: boolean;
  timestampColumn: number;
  valueColumn: number;
  /** The required number of columns of each line; null if any number is allowed. */
  columns: number | null;
}

/** Names of the two columns, without case, unit and punctuation. A name that is used alone is sufficient. */
const TIMESTAMP_NAMES = new Set(
  (
    'timestamp|time|date|datetime|date time|date and time|start|start time|interval start|from|end|end time|to|' +
    'zeitstempel|zeitpunkt|zeit|uhrzeit|datum|datum uhrzeit|datum und uhrzeit|datum zeit|messzeitpunkt|ablesedatum|' +
    'von|ab|beginn|bis|ende'
  ).split('|'),
);
const VALUE_NAMES = new Set(
  (
    'value|reading|meter reading|consumption|usage|energy|power|kwh|wert|messwert|verbrauch|energie|leistung|' +
    'zählerstand|zaehlerstand|stand|bezug'
  ).split('|'),
);

/**
 * Finds the layout of a file from its first line, which is a header that names one column for the timestamp and one
 * for the value, or a reading with the timestamp in the first column and the value in the second.
 * @throws DomainError `unknown_columns` if the line is neither
 */
export function layoutOf(
  firstLine: string,
  { decimalComma, dateFormat }: { decimalComma: boolean; dateFormat: DateFormat },
  lineNumber = 1,
): CsvLayout {
  const separator = SEPARATORS.find((one) => firstLine.includes(one)) ?? ',';
  const fields = fieldsOf(firstLine, separator);
  const names = fields.map(foldedName);
  const timestampColumns = columnsOf(names, 'timestamp', TIMESTAMP_NAMES);
  const valueColumns = columnsOf(names, 'value', VALUE_NAMES);
  const [timestampColumn = 0, valueColumn = 1] = [timestampColumns[0], valueColumns[0]];
  const hasHeader = timestampColumns.length === 1 && valueColumns.length === 1;
  if (!hasHeader && !/^\d/.test(fields[0] ?? '')) {
    const found = `${timestampColumns.length} columns for the time and ${valueColumns.length} for the value`;
    const message =
      `Line ${lineNumber} ("${firstLine.trim().slice(0, 80)}") is neither a reading nor a known header: it names ` +
      `${found}. Name one column timestamp and one column value.`;
    throw new DomainError('invalid', 'unknown_columns', message);
  }
  // An unquoted decimal comma looks like a separator. Each line must therefore have two columns; otherwise, a value or
  // a spreadsheet's date would silently lose its decimals.
  const strictColumns = separator === ',' && (decimalComma || dateFormat === 'serial') ? 2 : null;
  const columns = hasHeader ? names.length : strictColumns;
  return hasHeader
    ? { separator, hasHeader, timestampColumn, valueColumn, columns }
    : { separator, hasHeader, timestampColumn: 0, valueColumn: 1, columns };
}

/** Returns the positions of the columns with the exact name; if there are none, with one of the other names. */
function columnsOf(names: readonly string[], exact: string, others: ReadonlySet<string>): number[] {
  const positions = names.flatMap((name, index) => (others.has(name) ? [index] : []));
  const named = positions.filter((index) => names[index] === exact);
  return named.length > 0 ? named : positions;
}

/** `Verbrauch [kWh]` and `verbrauch_kwh` become `verbrauch`. */
function foldedName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[([].*/, '')
    .replace(/[\s_/:-]+/g, ' ')
    .trim()
    .replace(/( in)? ([km]?wh?|m³|m3)$/, '');
}

/**
 * Splits a line into trimmed fields. Quoted fields may contain separators, but no line breaks. No parser
 * library is used: for a file of two columns, it took ten times as long, which is longer than storing the readings.
 */
export function fieldsOf(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator).map((field) => field.trim());
  const fields: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let index = 0; index < line.length; index++) {
    const character = line[index] ?? '';
    if (character === '"' && isQuoted && line[index + 1] === '"') field += line[++index] ?? '';
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      fields.push(field.trim());
      field = '';
    } else field += character;
  }
  return [...fields, field.trim()];
}
