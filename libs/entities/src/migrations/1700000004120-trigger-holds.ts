import { type MigrationInterface, type QueryRunner, Table, TableColumn } from 'typeorm';
import { bigint, boundedText, instant, primary } from './column-definitions';

/** Adds the progress of triggers that follow values over time, and occurrences for a single workflow. */
export class TriggerHolds1700000004120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'trigger_watch',
        columns: [primary(boundedText('workflow_id', 36)), boundedText('version', 36)],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'trigger_hold',
        columns: [
          primary(boundedText('workflow_id', 36)),
          primary(boundedText('side', 16)),
          primary(boundedText('code', 255)),
          instant('since_at', { nullable: true }),
          bigint('lag_ms'),
        ],
      }),
    );
    await runner.addColumn(
      'trigger_occurrence',
      new TableColumn(boundedText('workflow_id', 36, { nullable: true })),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('trigger_occurrence', 'workflow_id');
    await runner.dropTable('trigger_hold');
    await runner.dropTable('trigger_watch');
  }
}
