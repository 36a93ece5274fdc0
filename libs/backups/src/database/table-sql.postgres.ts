import { escapeIdentifier } from 'pg';
import type { BackupTable } from '../format/manifest';
import type { DriverRow } from '../format/row-lines';
import { pageRows } from './page-rows';
import type { TableDialect } from './table-dialect';

const CURSOR = 'backup_rows';
const listed = (names: readonly string[]) => names.map(escapeIdentifier).join(', ');

export const postgresTableSql: TableDialect = {
  exchangeTables: null,

  async *pages(manager, table) {
    await manager.query(`DECLARE ${CURSOR} NO SCROLL CURSOR FOR ${selectOf(table)}`);
    for (;;) {
      const rows = await manager.query<DriverRow[]>(`FETCH FORWARD ${pageRows(table)} FROM ${CURSOR}`);
      if (rows.length === 0) break;
      yield rows;
    }
    await manager.query(`CLOSE ${CURSOR}`);
  },

  async readNextId(manager, table, column) {
    const [named] = await manager.query<{ sequence: string }[]>(
      'SELECT pg_get_serial_sequence($1, $2) AS sequence',
      [escapeIdentifier(table), column],
    );
    const [row] = await manager.query<{ next: string }[]>(
      `SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END AS next FROM ${named?.sequence}`,
    );
    return row?.next ?? '1';
  },

  async setNextId(manager, table, column, nextId) {
    await manager.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), greatest($3::bigint,
         (SELECT max(${escapeIdentifier(column)}) + 1 FROM ${escapeIdentifier(table)})), false)`,
      [escapeIdentifier(table), column, nextId],
    );
  },

  async dropTables(manager, tables) {
    // CASCADE also drops views of the tables. The migrations create them again.
    await manager.query(`DROP TABLE IF EXISTS ${listed(tables)} CASCADE`);
  },

  async emptyTables(manager, tables) {
    await manager.query(`TRUNCATE ${listed(tables)}`);
  },

  async estimateRows(manager) {
    const rows = await manager.query<{ name: string; count: number }[]>(
      `SELECT relname AS name, reltuples::float8 AS count FROM pg_class
       WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND reltuples > 0`,
    );
    return new Map(rows.map(({ name, count }) => [name, count]));
  },

  async countOtherSessions(manager) {
    const [row] = await manager.query<{ count: string }[]>(
      `SELECT count(*) AS count FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
    return Number(row?.count);
  },
};

/**
 * Returns the SELECT for all rows. The collation "C" orders texts by code points. The default collation of most
 * databases does not.
 */
function selectOf({ name, columns, primaryKey }: BackupTable): string {
  const texts = new Set(columns.filter(({ kind }) => kind === 'text').map((column) => column.name));
  const order = primaryKey.map((key) => `${escapeIdentifier(key)}${texts.has(key) ? ' COLLATE "C"' : ''}`);
  const selected = listed(columns.map((column) => column.name));
  return `SELECT ${selected} FROM ${escapeIdentifier(name)} ORDER BY ${order.join(', ')}`;
}
