import { type allMigrations, createDataSource } from '@app/entities';
import type { DataSource } from 'typeorm';

/** Time limit of one statement, such as a migration or the sort of a large table. */
const STATEMENT_MS = 3_600_000;

/**
 * Opens the database for one backup or restore. There is only one connection, so settings of the session apply to every
 * statement.
 * @param migrations the migrations that `runMigrations` runs. Default: all
 */
export function openForBackup(url: string, migrations?: typeof allMigrations): Promise<DataSource> {
  return createDataSource(url, 1, STATEMENT_MS, migrations).initialize();
}
