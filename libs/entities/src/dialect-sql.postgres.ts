import type { EntityManager } from 'typeorm';
import { type BulkColumn, type DialectSql, rowCount, type SqlCondition } from './sql-dialect';

const PARAMETER_TYPES: Record<BulkColumn['type'], string> = {
  int: 'int',
  smallint: 'smallint',
  bigint: 'bigint',
  double: 'double precision',
  boolean: 'boolean',
  text: 'text',
  instant: 'double precision',
};

export const postgresSql: DialectSql = {
  forShare: 'FOR SHARE',

  instantMs: (column) => `(extract(epoch from ${column}) * 1000)::double precision`,

  isOneOf: (column) => `${column} = ANY(?)`,

  // A group per key would sort or hash all rows, which takes half as long again.
  joinedByKey: ({ table, key, text, condition }) =>
    `SELECT keys.key, texts.joined FROM unnest(?::int[]) AS keys(key) CROSS JOIN LATERAL
       (SELECT string_agg(${text}, '') AS joined FROM ${table} WHERE ${key} = keys.key AND ${condition}) AS texts`,

  query<Row>(manager: EntityManager, sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return manager.query<Row[]>(numbered(sql), [...parameters]);
  },

  async change(manager, sql, parameters = []) {
    const [, count] = await manager.query<[unknown[], number]>(numbered(sql), [...parameters]);
    return count;
  },

  async insert(manager, table, columns) {
    await write(manager, table, columns);
  },

  async insertWhere(manager, table, columns, { sql, parameters }) {
    const where = { sql: `WHERE ${sql} RETURNING 1`, parameters };
    return rowCount(columns) === 0 || (await write(manager, table, columns, where)) > 0;
  },

  async upsert(manager, table, key, columns) {
    const names = columns.map(({ name }) => name);
    const updates = names.filter((name) => !key.includes(name)).map((name) => `${name} = excluded.${name}`);
    const onConflict = `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${updates.join(', ')}`;
    await write(manager, table, columns, { sql: onConflict, parameters: [] });
  },
};

function numbered(sql: string, after = 0): string {
  let index = after;
  return sql.replaceAll('?', () => `$${++index}`);
}

/**
 * Runs one statement for any number of rows: each column is one array parameter, or a single value if all rows share
 * it. The arrays are unnested in the select list, where they advance in step. In FROM, all their rows would be
 * assembled first, at twice the cost.
 * @returns the number of rows
 */
async function write(
  manager: EntityManager,
  table: string,
  columns: BulkColumn[],
  rest: SqlCondition = { sql: '', parameters: [] },
): Promise<number> {
  if (rowCount(columns) === 0) return 0;
  // Some names are reserved words.
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  // At least one column must be an array, because the array defines the rows.
  const listed = columns.find(({ values }) => typeof values !== 'number');
  const packed = columns.map((column) => (column === listed ? column : withoutRepeats(column)));
  const { length } = await manager.query<unknown[]>(
    `INSERT INTO ${table} (${names})
     SELECT ${packed.map(toExpression).join(', ')} ${numbered(rest.sql, packed.length)}`,
    [...packed.map(toParameter), ...rest.parameters],
  );
  return length;
}

function withoutRepeats(column: BulkColumn): BulkColumn {
  const { values } = column;
  if (typeof values === 'number') return column;
  const [first] = values;
  return typeof first === 'number' && values.every((value) => value === first)
    ? { ...column, values: first }
    : column;
}

function toExpression({ type, values }: BulkColumn, index: number): string {
  const parameter = `$${index + 1}::${PARAMETER_TYPES[type]}`;
  const value = typeof values === 'number' ? parameter : `unnest(${parameter}[])`;
  return type === 'instant' ? `to_timestamp(${value} / 1000)` : value;
}

/**
 * Formats numbers as an array literal: their JSON between other brackets. The driver would check the type of each
 * element, and formatting the numbers one by one takes three times as long.
 */
function toParameter({ type, values }: BulkColumn): unknown {
  if (typeof values === 'number' || type === 'text') return values;
  return `{${JSON.stringify(values).slice(1, -1)}}`;
}
