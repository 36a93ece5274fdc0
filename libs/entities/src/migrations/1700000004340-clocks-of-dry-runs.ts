import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { bigint } from './column-definitions';

/** Adds the clocks of dry runs that begin at a time which their callers choose. */
export class ClocksOfDryRuns1700000004340 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new TableColumn(bigint('clock_offset_ms', { nullable: true }));
    await runner.addColumn('workflow_execution', column);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('workflow_execution', 'clock_offset_ms');
  }
}
