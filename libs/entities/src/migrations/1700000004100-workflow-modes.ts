import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { boundedText, instant, int } from './column-definitions';

const EXECUTIONS = 'workflow_execution';
const STARTED_AT = 'started_at';
const SERIAL_NUMBER = 'serial_number';

const startedAt = (nullable: boolean) => new TableColumn(instant(STARTED_AT, { nullable }));

/** Adds the modes of workflows, and executions that wait until another one has ended. */
export class WorkflowModes1700000004100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns('workflow', workflowColumns);
    await runner.addColumn(EXECUTIONS, new TableColumn(int(SERIAL_NUMBER, { nullable: true })));
    await runner.changeColumn(EXECUTIONS, startedAt(false), startedAt(true));
  }

  /** Makes waiting executions due immediately, because the previous version has no executions that wait for others. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE ${EXECUTIONS} SET due_at = CURRENT_TIMESTAMP WHERE started_at IS NULL AND status = 'running'`,
    );
    await runner.query(
      `UPDATE ${EXECUTIONS} SET started_at = COALESCE(finished_at, CURRENT_TIMESTAMP) WHERE started_at IS NULL`,
    );
    await runner.changeColumn(EXECUTIONS, startedAt(true), startedAt(false));
    await runner.dropColumn(EXECUTIONS, SERIAL_NUMBER);
    await runner.dropColumns('workflow', workflowColumns);
  }
}

const workflowColumns = [
  new TableColumn({ ...boundedText('mode', 8), default: "'parallel'" }),
  new TableColumn({ ...int('skipped_count'), default: 0 }),
  new TableColumn(instant('skipped_at', { nullable: true })),
];
