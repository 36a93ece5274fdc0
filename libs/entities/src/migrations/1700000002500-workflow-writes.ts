import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { boundedText } from './column-definitions';

const INDEX = 'point_write_list_execution';

/** Adds the workflow to the records of writes to points, and an index to list the writes of an execution. */
export class WorkflowWrites1700000002500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const workflow = boundedText('workflow_id', 36, { nullable: true });
    await runner.addColumn('point_write', new TableColumn(workflow));
    const columnNames = ['execution_id', 'at', 'id'];
    await runner.createIndex('point_write', new TableIndex({ name: INDEX, columnNames }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('point_write', INDEX);
    await runner.dropColumn('point_write', 'workflow_id');
  }
}
