import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { boundedText } from './column-definitions';

/** Adds the file name of a user's picture. */
export class Avatars1700000000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(
      'user_account',
      new TableColumn(boundedText('avatar_file', 64, { nullable: true })),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('user_account', 'avatar_file');
  }
}
