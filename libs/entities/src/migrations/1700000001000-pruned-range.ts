import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { instant } from './column-definitions';

/** Adds the start of a meter's pruned hours, so that the history before these hours can still be fetched. */
export class PrunedRange1700000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('meter', new TableColumn(instant('pruned_from', { nullable: true })));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('meter', 'pruned_from');
  }
}
