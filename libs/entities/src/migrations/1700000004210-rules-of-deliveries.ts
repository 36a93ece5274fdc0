import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { longText } from './column-definitions';

const COLUMN = 'other_rule_ids';

/** Adds to each notification the further rules that name its recipient. */
export class RulesOfDeliveries1700000004210 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('notification_delivery', new TableColumn(longText(COLUMN, { nullable: true })));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('notification_delivery', COLUMN);
  }
}
