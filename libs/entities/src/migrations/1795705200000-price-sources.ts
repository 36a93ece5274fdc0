import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { longText } from './column-definitions';

const source = new TableColumn(longText('source', { nullable: true }));

/** Adds the addresses from which the prices of series are fetched. */
export class PriceSources1795705200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('price_series', source);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('price_series', source);
  }
}
