import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boundedText, generatedId, index, instant, int, longText, reference } from './column-definitions';

const baseline = new Table({
  name: 'baseline',
  columns: [
    generatedId('id'),
    boundedText('name', 255),
    int('area_id'),
    boundedText('energy_type', 16),
    boundedText('method', 32),
    instant('period_from'),
    instant('period_to'),
    instant('reporting_from'),
    longText('adjustments'),
  ],
  indices: [index('baseline_area', 'area_id')],
  foreignKeys: [reference('area_id', 'area', 'CASCADE')],
});

/** Creates the table of baselines. */
export class Baselines1795651200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(baseline);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(baseline);
  }
}
