import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boundedText, instant, int, primary } from './column-definitions';

/** Adds the table that assigns identities of sign-in providers to users. */
export class OAuthAccounts1700000000400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(oauthAccount);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(oauthAccount);
  }
}

const oauthAccount = new Table({
  name: 'oauth_account',
  columns: [
    primary(boundedText('provider', 16)),
    primary(boundedText('subject', 255)),
    int('user_id'),
    instant('created_at'),
  ],
  indices: [{ name: 'oauth_account_user_id', columnNames: ['user_id'] }],
  foreignKeys: [
    {
      columnNames: ['user_id'],
      referencedTableName: 'user_account',
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
      onUpdate: 'NO ACTION',
    },
  ],
});
