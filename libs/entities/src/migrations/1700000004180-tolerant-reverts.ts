import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { double } from './column-definitions';

/** Adds to the planned revert of a point by how much the point may differ from its temporary value. */
export class TolerantReverts1700000004180 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('point_revert', new TableColumn({ ...double('tolerance'), default: 0 }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('point_revert', 'tolerance');
  }
}
