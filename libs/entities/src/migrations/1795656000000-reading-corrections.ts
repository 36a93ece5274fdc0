import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boundedText, double, generatedId, index, instant, int, reference } from './column-definitions';

const readingCorrection = new Table({
  name: 'reading_correction',
  columns: [
    generatedId('id'),
    int('meter_id'),
    boundedText('point_code', 255),
    boundedText('kind', 8),
    instant('at'),
    instant('ends_at', { nullable: true }),
    double('value', { nullable: true }),
    boundedText('reason', 500),
    boundedText('created_by', 254),
    instant('created_at'),
  ],
  indices: [index('reading_correction_meter_idx', 'meter_id', 'id')],
  foreignKeys: [reference('meter_id', 'meter', 'CASCADE')],
});

/** Creates the table of the corrections of readings. */
export class ReadingCorrections1795656000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(readingCorrection);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(readingCorrection);
  }
}
