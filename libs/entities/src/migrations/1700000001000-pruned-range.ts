import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { instant } from './column-definitions';

/** Where a meter's pruned hours begin, so that older history can still be taken in before them. */
export class PrunedRange1700000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('meter', new TableColumn(instant('pruned_from', { nullable: true })));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('meter', 'pruned_from');
  }
}
