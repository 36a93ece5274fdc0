import type { Config } from '../../graph/definition';

/**
 * An entry of an object whose names are free. The form keeps rows, because an object cannot hold a name twice while it
 * is typed, and moves names of digits to the front.
 */
export interface RecordRow {
  id: number;
  name: string;
  value: unknown;
}

export function rowsOf(record: Config): RecordRow[] {
  return Object.entries(record).map(([name, value], id) => ({ id, name, value }));
}

/** Returns the object of the rows; undefined if there are none. If a name is repeated, its first row counts. */
export function recordOf(rows: readonly RecordRow[]): Config | undefined {
  if (rows.length === 0) return undefined;
  const entries = rows.filter((row) => !isRepeated(rows, row));
  return Object.fromEntries(entries.map(({ name, value }) => [name, value]));
}

/** Whether a row above has the same name. */
export function isRepeated(rows: readonly RecordRow[], row: RecordRow): boolean {
  return rows.find(({ name }) => name === row.name) !== row;
}

export function withNewRow(rows: readonly RecordRow[]): RecordRow[] {
  const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
  let number = rows.length + 1;
  while (rows.some(({ name }) => name === `name${number}`)) number++;
  return [...rows, { id, name: `name${number}`, value: '' }];
}
