import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { int } from './column-definitions';

const TABLES = ['workflow_execution', 'trigger_occurrence'];
const COLUMN = 'chain_depth';

/**
 * Adds the length of the chain of executions that led to an execution. An event of each execution in the chain started
 * the next one.
 */
export class ExecutionChains1700000003410 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.addColumn(table, new TableColumn({ ...int(COLUMN), default: 0 }));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.dropColumn(table, COLUMN);
  }
}
