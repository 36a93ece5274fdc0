import { format, raw } from 'mysql2';
import type { EntityManager } from 'typeorm';
import { mysqlCsv } from './csv-sql.mysql';
import { type BulkColumn, type DialectSql, isListed, rowCount, type SqlCondition } from './sql-dialect';

/** Maximum number of rows per statement. It keeps statements well below the smallest common `max_allowed_packet`. */
const ROWS_PER_STATEMENT = 2000;

export const mysqlSql: DialectSql = {
  csv: mysqlCsv,

  async csvLines(manager, cells, { sql, parameters }) {
    const statement = `SELECT ${mysqlCsv.line(cells)} AS line ${sql}`;
    const lines = await mysqlSql.query<{ line: string }>(manager, statement, parameters);
    let text = '';
    for (const { line } of lines) text += `${line}\r\n`;
    return { text, rows: lines.length };
  },

  // MariaDB does not support `FOR SHARE`.
  forShare: 'LOCK IN SHARE MODE',

  instantMs: (column) => `CAST(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', ${column}) / 1000 AS DOUBLE)`,

  isOneOf: (column) => `${column} IN (?)`,

  joinedByKey: ({ table, key, text, condition }) =>
    `SELECT ${key} AS \`key\`, GROUP_CONCAT(${text} SEPARATOR '') AS joined FROM ${table}
     WHERE ${key} IN (?) AND ${condition} GROUP BY ${key}`,

  joined: ({ text, separator, order }) => `GROUP_CONCAT(${text} ORDER BY ${order} SEPARATOR '${separator}')`,

  query<Row>(manager: EntityManager, sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return manager.query<Row[]>(sql, [...parameters]);
  },

  async change(manager, sql, parameters = []) {
    const { affectedRows } = await manager.query<{ affectedRows: number }>(sql, [...parameters]);
    return affectedRows;
  },

  insert: (manager, table, columns) => write(manager, table, rowsOf(columns), columns),

  async insertWhere(manager, table, columns, condition) {
    const [first, ...others] = rowsOf(columns);
    if (first === undefined) return true;
    try {
      // Only the first row contains the condition. In more rows, the database would evaluate it once per row.
      const guarded = first.map((value, index) => (index === 0 ? onlyWhere(condition, value) : value));
      await write(manager, table, [guarded, ...others], columns);
      return true;
    } catch (error) {
      if (isNullFault(error)) return false;
      throw error;
    }
  },

  async upsert(manager, table, key, columns) {
    const names = columns.map(({ name }) => name);
    const updates = names.filter((name) => !key.includes(name)).map((name) => `${name} = VALUES(${name})`);
    await write(manager, table, rowsOf(columns), columns, `ON DUPLICATE KEY UPDATE ${updates.join(', ')}`);
  },
};

async function write(
  manager: EntityManager,
  table: string,
  rows: readonly unknown[][],
  columns: readonly BulkColumn[],
  onDuplicate = '',
): Promise<void> {
  // The names are quoted, because some are reserved words.
  const names = columns.map(({ name }) => `\`${name}\``).join(', ');
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await manager.query(`INSERT INTO ${table} (${names}) VALUES ? ${onDuplicate}`, [
      rows.slice(start, start + ROWS_PER_STATEMENT),
    ]);
  }
}

/**
 * Returns an SQL expression for the value, or for null if the condition does not hold. Used only for columns that are
 * never null.
 */
function onlyWhere({ sql, parameters }: SqlCondition, value: unknown): { toSqlString(): string } {
  const values = [...parameters, value] as Parameters<typeof format>[1];
  return raw(format(`IF(${sql}, ?, NULL)`, values, false, 'Z'));
}

function isNullFault(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ER_BAD_NULL_ERROR';
}

function rowsOf(columns: readonly BulkColumn[]): unknown[][] {
  return Array.from({ length: rowCount(columns) }, (_, row) =>
    columns.map(({ type, values }) => {
      if (typeof values === 'object' && 'sql' in values) return raw(values.sql);
      const value = isListed(values) ? values[row] : values;
      return type === 'instant' && typeof value === 'number' ? new Date(value) : value;
    }),
  );
}
