import type { MigrationInterface, QueryRunner } from 'typeorm';
import { processDialect } from '@app/config';

/** The columns that say why something has failed, and their lengths in version 1.0. */
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

const JSON_OF = {
  postgres: (text: string) =>
    `json_build_object('code', 'other', 'values', json_build_object('reason', ${text}), 'message', ${text})::text`,
  mysql: (text: string) =>
    `JSON_OBJECT('code', 'other', 'values', JSON_OBJECT('reason', ${text}), 'message', ${text})`,
};

const WIDEN = {
  postgres: (table: string, column: string) => `ALTER TABLE ${table} ALTER COLUMN ${column} TYPE text`,
  mysql: (table: string, column: string) =>
    `ALTER TABLE ${table} MODIFY ${column} longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL`,
};

/**
 * Stores why something has failed as a message with its code and its values, so that clients can show it in each
 * language. A sentence that version 1.0 has stored becomes a message without a code of its own. MariaDB commits each
 * statement, so a repeat leaves converted rows as they are.
 */
export class StoredMessages1795620000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const dialect = processDialect();
    for (const [table, column] of COLUMNS) {
      await runner.query(WIDEN[dialect](table, column));
      await runner.query(
        `UPDATE ${table} SET ${column} = ${JSON_OF[dialect](column)}
         WHERE ${column} IS NOT NULL AND ${column} NOT LIKE '{"code"%'`,
      );
    }
  }

  /** A message stays readable as text, and fits into the column. */
  async down(): Promise<void> {
    await Promise.resolve();
  }
}
