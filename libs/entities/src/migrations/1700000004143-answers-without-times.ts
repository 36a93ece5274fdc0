import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { instant } from './column-definitions';

const ANSWERS = 'webhook_answer';

/** Removes the unused times of the answers to webhooks. */
export class AnswersWithoutTimes1700000004143 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.dropColumn(ANSWERS, 'created_at');
  }

  async down(runner: QueryRunner): Promise<void> {
    // The times of existing answers are unknown. The answers can be deleted, because callers wait for at most 30
    // seconds.
    await runner.query(`DELETE FROM ${ANSWERS}`);
    await runner.addColumn(ANSWERS, new TableColumn(instant('created_at')));
  }
}
