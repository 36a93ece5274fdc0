import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boundedText, generatedId, longText } from './column-definitions';

/** Adds calendars: weekly opening hours with exceptions. */
export class Calendars1700000001400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'calendar',
        columns: [
          generatedId('id'),
          boundedText('name', 255),
          boundedText('timezone', 64, { nullable: true }),
          longText('area_ids'),
          longText('weekly'),
          longText('exceptions'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('calendar');
  }
}
