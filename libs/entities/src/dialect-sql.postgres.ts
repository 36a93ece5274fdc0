import type { EntityManager } from 'typeorm';
import { copyLines } from './copy-lines.postgres';
import { postgresCsv } from './csv-sql.postgres';
import { type BulkColumn, type DialectSql, isListed, rowCount, type SqlCondition } from './sql-dialect';

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
  csv: postgresCsv,

  csvLines: (manager, cells, { sql, parameters }) =>
    copyLines(manager, `SELECT ${cells.join(', ')} ${sql}`, parameters),

  forShare: 'FOR SHARE',

  instantMs: (column) => `round(date_part('epoch', ${column}) * 1000)`,

  isOneOf: (column) => `${column} = ANY(?)`,

  // A lateral join reads the rows of one key at a time. `GROUP BY` would sort or hash all rows, which takes 50 %
  // longer.
  joinedByKey: ({ table, key, text, condition }) =>
    `SELECT keys.key, texts.joined FROM unnest(?::int[]) AS keys(key) CROSS JOIN LATERAL
       (SELECT string_agg(${text}, '') AS joined FROM ${table} WHERE ${key} = keys.key AND ${condition}) AS texts`,

  joined: ({ text, separator, order }) => `string_agg(${text}, '${separator}' ORDER BY ${order})`,

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
 * Runs one statement for any number of rows. Each column is one array parameter, or a single value that all rows share.
 * `unnest` is called in the select list, where all arrays advance together. In the FROM clause, PostgreSQL would first
 * assemble all rows, which takes twice as long.
 * @returns the number of rows that the statement returns
 */
async function write(
  manager: EntityManager,
  table: string,
  columns: BulkColumn[],
  rest: SqlCondition = { sql: '', parameters: [] },
): Promise<number> {
  if (rowCount(columns) === 0) return 0;
  // The names are quoted, because some are reserved words.
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  // At least one column must be an array, because the length of the array is the number of rows.
  const listed = columns.find(({ values }) => isListed(values));
  const packed = columns.map((column) => (column === listed ? column : withoutRepeats(column)));
  const parameters: unknown[] = [];
  const expressions = packed.map(({ type, values }) => {
    if (typeof values === 'object' && 'sql' in values) return values.sql;
    return toExpression(type, isListed(values), parameters.push(toParameter(type, values)));
  });
  const { length } = await manager.query<unknown[]>(
    `INSERT INTO ${table} (${names})
     SELECT ${expressions.join(', ')} ${numbered(rest.sql, parameters.length)}`,
    [...parameters, ...rest.parameters],
  );
  return length;
}

function withoutRepeats(column: BulkColumn): BulkColumn {
  const { values } = column;
  if (!isListed(values)) return column;
  const [first] = values;
  return typeof first === 'number' && values.every((value) => value === first)
    ? { ...column, values: first }
    : column;
}

function toExpression(type: BulkColumn['type'], isList: boolean, number: number): string {
  const parameter = `$${number}::${PARAMETER_TYPES[type]}`;
  const value = isList ? `unnest(${parameter}[])` : parameter;
  return type === 'instant' ? `to_timestamp(${value} / 1000)` : value;
}

/**
 * Formats numbers as an array literal by replacing the brackets of their JSON. The driver would take three times as
 * long, because it checks the type of each element and formats the numbers one by one.
 */
function toParameter(type: BulkColumn['type'], values: BulkColumn['values']): unknown {
  if (!isListed(values) || type === 'text') return values;
  return `{${JSON.stringify(values).slice(1, -1)}}`;
}
