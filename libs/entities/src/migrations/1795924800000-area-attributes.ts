import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { double, int } from './column-definitions';

const areaColumns = [
  int('built_year', { nullable: true }),
  double('heating_base_c', { nullable: true }),
  double('cooling_base_c', { nullable: true }),
].map((column) => new TableColumn(column));

/** Adds the year of construction and the base temperatures of degree days to areas. */
export class AreaAttributes1795924800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns('area', areaColumns);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns('area', areaColumns);
  }
}
