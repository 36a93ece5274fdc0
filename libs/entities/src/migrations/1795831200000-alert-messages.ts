import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { longText } from './column-definitions';

const ruleCondition = new TableColumn(longText('rule_condition', { nullable: true }));
const messages = new TableColumn(longText('messages', { nullable: true }));

/** Stores the texts of alerts as messages instead of the conditions of rules, from which only one text followed. */
export class AlertMessages1795831200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('alert', ruleCondition);
    await runner.addColumn('alert', messages);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('alert', messages);
    await runner.addColumn('alert', ruleCondition);
  }
}
