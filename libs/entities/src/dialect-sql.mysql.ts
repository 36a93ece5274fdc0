import type { EntityManager } from 'typeorm';
import { type BulkColumn, type DialectSql, rowCount } from './sql-dialect';

/** Rows per statement: keeps a statement well below the smallest common `max_allowed_packet`. */
const ROWS_PER_STATEMENT = 2000;

export const mysqlSql: DialectSql = {
  instantMs: (column) => `CAST(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', ${column}) / 1000 AS DOUBLE)`,

  query<Row>(manager: EntityManager, sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return manager.query<Row[]>(sql, [...parameters]);
  },

  async change(manager, sql, parameters = []) {
    const { affectedRows } = await manager.query<{ affectedRows: number }>(sql, [...parameters]);
    return affectedRows;
  },

  insert: (manager, table, columns) => write(manager, table, columns),

  async upsert(manager, table, key, columns) {
    const names = columns.map(({ name }) => name);
    const updates = names.filter((name) => !key.includes(name)).map((name) => `${name} = VALUES(${name})`);
    await write(manager, table, columns, `ON DUPLICATE KEY UPDATE ${updates.join(', ')}`);
  },
};

async function write(
  manager: EntityManager,
  table: string,
  columns: BulkColumn[],
  onDuplicate = '',
): Promise<void> {
  // Some names are words of the language.
  const names = columns.map(({ name }) => `\`${name}\``).join(', ');
  const rows = rowsOf(columns);
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await manager.query(`INSERT INTO ${table} (${names}) VALUES ? ${onDuplicate}`, [
      rows.slice(start, start + ROWS_PER_STATEMENT),
    ]);
  }
}

function rowsOf(columns: BulkColumn[]): unknown[][] {
  return Array.from({ length: rowCount(columns) }, (_, row) =>
    columns.map(({ type, values }) => {
      const value = typeof values === 'number' ? values : values[row];
      return type === 'instant' && typeof value === 'number' ? new Date(value) : value;
    }),
  );
}
