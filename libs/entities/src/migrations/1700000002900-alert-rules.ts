import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boolean, boundedText, double, generatedId, int, longText, primary } from './column-definitions';

/** Adds alert rules and their progress. */
export class AlertRules1700000002900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'alert_rule',
        columns: [
          generatedId('id'),
          int('revision'),
          boundedText('name', 255),
          boundedText('point_code', 255, { nullable: true }),
          int('area_id', { nullable: true }),
          boundedText('kind', 16),
          boundedText('comparison', 8, { nullable: true }),
          double('threshold', { nullable: true }),
          double('deadband'),
          double('delta', { nullable: true }),
          int('minutes', { nullable: true }),
          int('on_delay_seconds'),
          int('off_delay_seconds'),
          boundedText('severity', 16),
          boolean('enabled'),
          int('calendar_id', { nullable: true }),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'alert_rule_state',
        columns: [primary(int('rule_id')), int('revision'), longText('state')],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('alert_rule_state');
    await runner.dropTable('alert_rule');
  }
}
