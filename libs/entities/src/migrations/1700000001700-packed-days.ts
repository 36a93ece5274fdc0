import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { boundedText } from './column-definitions';

/**
 * Adds the packed hours of each day. Existing days are recomputed in the background, as after a change of the time
 * zone.
 */
export class PackedDays1700000001700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('meter_day', new TableColumn(boundedText('packed', 288, { nullable: true })));
    await runner.query('UPDATE meter SET days_zone = NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('meter_day', 'packed');
  }
}
