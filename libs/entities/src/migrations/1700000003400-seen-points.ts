import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { boolean } from './column-definitions';

/** Adds a column that stores whether the point of an alert rule has ever existed. */
export class SeenPoints1700000003400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('alert_rule_state', new TableColumn({ ...boolean('point_seen'), default: false }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('alert_rule_state', 'point_seen');
  }
}
