import { type MigrationInterface, type QueryRunner, Table, TableColumn } from 'typeorm';
import { boundedText, double, generatedId, index, int, longText, reference } from './column-definitions';

const budget = new Table({
  name: 'budget',
  columns: [
    generatedId('id'),
    int('area_id'),
    boundedText('energy_type', 16),
    int('year'),
    longText('months'),
  ],
  indices: [
    { ...index('budget_area_type_year_unique', 'area_id', 'energy_type', 'year'), isUnique: true },
    index('budget_year', 'year'),
  ],
  foreignKeys: [reference('area_id', 'area', 'CASCADE')],
});

const areaColumns = [
  double('floor_area_m2', { nullable: true }),
  boundedText('area_use', 100, { nullable: true }),
  double('reference_kwh_per_m2', { nullable: true }),
].map((column) => new TableColumn(column));

/** Creates the table of budgets, and adds the floor area, the use and the reference to areas. */
export class Budgets1795660000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(budget);
    await runner.addColumns('area', areaColumns);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns('area', areaColumns);
    await runner.dropTable(budget);
  }
}
