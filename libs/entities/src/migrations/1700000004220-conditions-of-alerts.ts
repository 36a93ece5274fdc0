import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { longText } from './column-definitions';

const COLUMN = 'rule_condition';

/** Adds to each alert of a rule the condition of the rule, so that mails can explain it in any language. */
export class ConditionsOfAlerts1700000004220 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('alert', new TableColumn(longText(COLUMN, { nullable: true })));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('alert', COLUMN);
  }
}
