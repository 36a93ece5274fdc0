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

/**
 * Finds the layout of a file. A header is optional. If it names the columns `timestamp` and `value`, these columns are
 * read. Otherwise, the first two columns are read.
 */
export function layoutOf(firstLine: string, decimalComma: boolean): CsvLayout {
  const separator = SEPARATORS.find((one) => firstLine.includes(one)) ?? ',';
  const names = fieldsOf(firstLine, separator).map((name) => name.toLowerCase());
  const hasHeader = !/^\d/.test(names[0] ?? '');
  const [timestamp, value] = [names.indexOf('timestamp'), names.indexOf('value')];
  const isNamed = timestamp >= 0 && value >= 0;
  // An unquoted decimal comma looks like a separator. Each line must therefore have two columns; otherwise, a value
  // would silently lose its decimals.
  const strictColumns = decimalComma && separator === ',' ? 2 : null;
  return {
    separator,
    hasHeader,
    timestampColumn: isNamed ? timestamp : 0,
    valueColumn: isNamed ? value : 1,
    columns: hasHeader ? names.length : strictColumns,
  };
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
