import { escapeId } from 'mysql2';
import type { BackupTable } from '../format/manifest';
import type { DriverRow } from '../format/row-lines';
import { pageRows } from './page-rows';
import type { TableDialect } from './table-dialect';

export const mysqlTableSql: TableDialect = {
  async exchangeTables(manager, { other, old }, tables) {
    // Databases of their own, because the names of foreign keys are unique in a database.
    const here = await manager.query<{ name: string }[]>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
    );
    const present = new Set(here.map(({ name }) => name));
    const moves = [
      ...tables
        .filter((name) => present.has(name))
        .map((name) => `${escapeId(name)} TO ${pathOf(old, name)}`),
      ...tables.map((name) => `${pathOf(other, name)} TO ${escapeId(name)}`),
    ];
    await manager.query(`RENAME TABLE ${moves.join(', ')}`);
    const views = await manager.query<{ name: string; query: string }[]>(
      `SELECT table_name AS name, view_definition AS query FROM information_schema.views WHERE table_schema = ?`,
      [other],
    );
    // The definitions name the tables and other views with their database.
    while (views.length > 0) {
      const next = views.findIndex(
        ({ query }) => !views.some(({ name }) => query.includes(pathOf(other, name))),
      );
      for (const { name, query } of views.splice(next, 1)) {
        const definition = query.replaceAll(`${escapeId(other)}.`, '');
        await manager.query(`CREATE OR REPLACE VIEW ${escapeId(name)} AS ${definition}`);
      }
    }
  },

  // Reads page by page, because a cursor would copy all rows to a temporary table. InnoDB stores the rows in the order
  // of the primary key, so each page is a range.
  async *pages(manager, table) {
    const { primaryKey } = table;
    const limit = pageRows(table);
    for (let last: DriverRow | undefined; ;) {
      const after = last && rowsAfter(primaryKey, last);
      const sql = `${selectOf(table, after?.sql)} LIMIT ${limit}`;
      const rows = await manager.query<DriverRow[]>(sql, after?.parameters);
      if (rows.length > 0) yield rows;
      last = rows.at(-1);
      if (rows.length < limit) return;
    }
  },

  /** Reads the number from SHOW CREATE TABLE, because the statistics of `information_schema` may be outdated. */
  async readNextId(manager, table) {
    const [row] = await manager.query<Record<string, string>[]>(`SHOW CREATE TABLE ${escapeId(table)}`);
    return /^\).* AUTO_INCREMENT=(\d+)/m.exec(row?.['Create Table'] ?? '')?.[1] ?? '1';
  },

  // If the number is not greater than every stored id, InnoDB uses the largest stored id plus one instead.
  async setNextId(manager, table, _column, nextId) {
    await manager.query(`ALTER TABLE ${escapeId(table)} AUTO_INCREMENT = ${BigInt(nextId)}`);
  },

  async dropTables(manager, tables) {
    await manager.query('SET FOREIGN_KEY_CHECKS = 0');
    await manager.query(`DROP TABLE IF EXISTS ${tables.map((table) => escapeId(table)).join(', ')}`);
    await manager.query('SET FOREIGN_KEY_CHECKS = 1');
  },

  async emptyTables(manager, tables) {
    await manager.query('SET FOREIGN_KEY_CHECKS = 0');
    for (const table of tables) await manager.query(`DELETE FROM ${escapeId(table)}`);
    await manager.query('SET FOREIGN_KEY_CHECKS = 1');
  },

  async estimateRows(manager) {
    const rows = await manager.query<{ name: string; count: string }[]>(
      `SELECT table_name AS name, table_rows AS count FROM information_schema.tables
       WHERE table_schema = DATABASE() AND table_rows > 0`,
    );
    return new Map(rows.map(({ name, count }) => [name, Number(count)]));
  },

  async countOtherSessions(manager) {
    const [row] = await manager.query<{ count: string }[]>(
      `SELECT COUNT(*) AS count FROM information_schema.processlist
       WHERE db = DATABASE() AND id <> CONNECTION_ID() AND command <> 'Daemon'`,
    );
    return Number(row?.count);
  },
};

const pathOf = (database: string, table: string) => `${escapeId(database)}.${escapeId(table)}`;

/**
 * Returns the SELECT for a page. Numbers of the type double are read as text, because the driver rounds some numbers
 * with 16 digits.
 */
function selectOf({ name, columns, primaryKey }: BackupTable, condition?: string): string {
  const selected = columns.map((column) => {
    const id = escapeId(column.name);
    return column.kind === 'double' ? `CAST(rows_of.${id} AS CHAR) AS ${id}` : `rows_of.${id}`;
  });
  const order = primaryKey.map((key) => `rows_of.${escapeId(key)}`).join(', ');
  const where = condition === undefined ? '' : ` WHERE ${condition}`;
  return `SELECT ${selected.join(', ')} FROM ${escapeId(name)} AS rows_of${where} ORDER BY ${order}`;
}

/**
 * Returns the condition that a row comes after `last`. For a key of two columns, this is `(a > ?) OR (a = ? AND b >
 * ?)`. For this condition, MySQL and MariaDB use the index; for `(a, b) > (?, ?)`, they do not.
 */
function rowsAfter(primaryKey: readonly string[], last: DriverRow): { sql: string; parameters: unknown[] } {
  const parameters: unknown[] = [];
  const alternatives = primaryKey.map((key, index) => {
    const equal = primaryKey.slice(0, index);
    parameters.push(...equal.map((name) => last[name]), last[key]);
    const conditions = [
      ...equal.map((name) => `rows_of.${escapeId(name)} = ?`),
      `rows_of.${escapeId(key)} > ?`,
    ];
    return `(${conditions.join(' AND ')})`;
  });
  return { sql: alternatives.join(' OR '), parameters };
}
