import { type MigrationInterface, type QueryRunner, Table, TableColumn } from 'typeorm';
import { boundedText, instant, int, longText, primary } from './column-definitions';

const EXECUTIONS = 'workflow_execution';

/** Adds calls of executions by other executions, and the answers of workflows to webhooks. */
export class WorkflowCalls1700000004111 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(EXECUTIONS, new TableColumn(boundedText('parent_id', 36, { nullable: true })));
    await runner.addColumn(EXECUTIONS, new TableColumn({ ...int('call_depth'), default: 0 }));
    await runner.createTable(
      new Table({
        name: 'execution_call',
        columns: [
          primary(boundedText('step_key', 64)),
          boundedText('caller_id', 36),
          boundedText('execution_id', 36),
          instant('created_at'),
        ],
        indices: [{ name: 'execution_call_caller', columnNames: ['caller_id'] }],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'webhook_answer',
        columns: [
          primary(boundedText('execution_id', 36)),
          boundedText('step_key', 64),
          int('status'),
          longText('headers'),
          longText('body'),
          instant('created_at'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('webhook_answer');
    await runner.dropTable('execution_call');
    await runner.dropColumn(EXECUTIONS, 'call_depth');
    await runner.dropColumn(EXECUTIONS, 'parent_id');
  }
}
