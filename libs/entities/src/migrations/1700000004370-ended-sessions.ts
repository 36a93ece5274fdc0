import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { boundedText, int } from './column-definitions';

/** Numbers the sessions of users, so that a session can be ended with its access tokens. Adds the user agents. */
export class EndedSessions1700000004370 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('user_account', new TableColumn({ ...int('session_number'), default: 1 }));
    await runner.addColumn('user_account', new TableColumn({ ...int('first_session'), default: 0 }));
    await runner.addColumn(
      'refresh_token',
      new TableColumn(boundedText('user_agent', 255, { nullable: true })),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('refresh_token', 'user_agent');
    await runner.dropColumn('user_account', 'first_session');
    await runner.dropColumn('user_account', 'session_number');
  }
}
