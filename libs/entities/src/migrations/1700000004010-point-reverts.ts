import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boundedText, instant, int, longText, primary } from './column-definitions';

/** Adds the values of points that workflows have set for a limited time. */
export class PointReverts1700000004010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'point_revert',
        columns: [
          primary(boundedText('code', 255)),
          longText('value'),
          longText('temporary_value'),
          instant('due_at'),
          int('attempts'),
          boundedText('execution_id', 36),
        ],
        indices: [{ name: 'point_revert_due', columnNames: ['due_at'] }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('point_revert');
  }
}
