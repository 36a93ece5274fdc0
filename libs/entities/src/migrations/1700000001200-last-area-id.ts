import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { int } from './column-definitions';

/**
 * In earlier versions, clients could choose ids up to 2,147,483,647. This migration ignores ids from this limit on, so
 * that enough ids remain.
 */
const CHOSEN_IDS = 1_000_000_000;

/** Adds the highest area id assigned so far, so that the id of a deleted area is not assigned again. */
export class LastAreaId1700000001200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('platform_configuration', new TableColumn({ ...int('last_area_id'), default: 0 }));
    await runner.query(
      `UPDATE platform_configuration
       SET last_area_id = (SELECT COALESCE(MAX(id), 0) FROM area WHERE id < ${CHOSEN_IDS})`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('platform_configuration', 'last_area_id');
  }
}
