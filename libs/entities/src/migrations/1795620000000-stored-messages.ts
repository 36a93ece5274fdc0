import type { MigrationInterface, QueryRunner } from 'typeorm';
import { processDialect } from '@app/config';

/** The columns that say why something has failed. */
const COLUMNS = [
  ['backup', 'error'],
  ['export_job', 'error'],
  ['lighting_state', 'error'],
  ['notification_delivery', 'error'],
  ['point_override', 'last_error'],
  ['reading_import', 'error'],
  ['report_mail', 'error'],
  ['report_run', 'error'],
  ['workflow_execution', 'error'],
] as const;

const WIDEN = {
  postgres: (table: string, column: string) => `ALTER TABLE ${table} ALTER COLUMN ${column} TYPE text`,
  mysql: (table: string, column: string) =>
    `ALTER TABLE ${table} MODIFY ${column} longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL`,
};

/** Widens the columns that say why something has failed, because they now hold a message with its code and its values. */
export class StoredMessages1795620000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of COLUMNS) await runner.query(WIDEN[processDialect()](table, column));
  }

  /** Nothing to do: longer columns hold all that shorter ones did. */
  async down(): Promise<void> {
    await Promise.resolve();
  }
}
