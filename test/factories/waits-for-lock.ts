import type { DataSource } from 'typeorm';

/**
 * Returns true if a statement waits for a lock. On MariaDB, this function reads a counter, because the list of locks is
 * refreshed too rarely.
 * @param statement a LIKE pattern for the statement on MariaDB, whose counter covers all databases
 */
export async function waitsForLock(dataSource: DataSource, statement: string): Promise<boolean> {
  const sql =
    dataSource.options.type === 'postgres'
      ? `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      : `SELECT 1 FROM information_schema.processlist p JOIN information_schema.global_status s
         ON s.variable_name = 'INNODB_ROW_LOCK_CURRENT_WAITS' AND s.variable_value > 0
         WHERE p.db = DATABASE() AND p.info LIKE '${statement}'`;
  return (await dataSource.query<unknown[]>(sql)).length > 0;
}
