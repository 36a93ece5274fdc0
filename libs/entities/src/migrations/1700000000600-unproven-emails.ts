import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { boolean } from './column-definitions';

/** Whether a user has shown that he reads the mail of his address. */
export class UnprovenEmails1700000000600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('user_account', new TableColumn({ ...boolean('email_unproven'), default: false }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('user_account', 'email_unproven');
  }
}
