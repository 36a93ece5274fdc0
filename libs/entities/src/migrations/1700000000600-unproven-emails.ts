import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { boolean } from './column-definitions';

/** Adds a column that stores whether a user has proven that they can read mail sent to their address. */
export class UnprovenEmails1700000000600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('user_account', new TableColumn({ ...boolean('email_unproven'), default: false }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('user_account', 'email_unproven');
  }
}
