import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';
import { index } from './column-definitions';

const byUnit = new TableIndex(index('point_unit_idx', 'unit', 'id'));

/** Adds an index for the search of points by their unit. */
export class PointUnits1796110800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex('point', byUnit);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('point', byUnit);
  }
}
