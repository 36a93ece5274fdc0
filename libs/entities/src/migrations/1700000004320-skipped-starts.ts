import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boundedText, instant, int, longText, primary } from './column-definitions';

/** Adds the triggers that fired while the mode of their workflow refused another execution. */
export class SkippedStarts1700000004320 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'skipped_start',
        columns: [
          primary(boundedText('workflow_id', 36)),
          primary(boundedText('name', 255)),
          boundedText('kind', 16),
          longText('payload'),
          int('chain_depth'),
          instant('skipped_at'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('skipped_start');
  }
}
