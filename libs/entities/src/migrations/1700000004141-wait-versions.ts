import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boundedText, primary } from './column-definitions';

/**
 * Adds the versions by which processes detect changes of waits, and deletes open waits of executions that have ended.
 */
export class WaitVersions1700000004141 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'wait_version',
        columns: [primary(boundedText('kind', 8)), boundedText('version', 36)],
      }),
    );
    // Each kind of wait that exists needs a version. Its value does not matter.
    await runner.query(
      `INSERT INTO wait_version (kind, version)
       SELECT kind, MIN(execution_id) FROM execution_wait WHERE kind <> 'call' GROUP BY kind`,
    );
    await runner.query(
      `DELETE FROM execution_wait WHERE status = 'waiting' AND NOT EXISTS (
         SELECT 1 FROM workflow_execution e WHERE e.id = execution_wait.execution_id AND e.status = 'running')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('wait_version');
  }
}
