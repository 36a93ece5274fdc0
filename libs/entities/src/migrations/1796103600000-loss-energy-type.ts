import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { boundedText } from './column-definitions';

const energyType = new TableColumn(boundedText('energy_type', 16, { nullable: true }));

/** Adds the energy type of the judged load to losses. */
export class LossEnergyType1796103600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('loss', energyType);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('loss', energyType);
  }
}
