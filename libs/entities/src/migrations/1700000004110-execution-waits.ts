import { type MigrationInterface, type QueryRunner, Table, TableColumn } from 'typeorm';
import { boundedText, instant, int, longText, primary, unique } from './column-definitions';

/** Adds the waits of nodes for calls, values and events, and the events of the last minutes. */
export class ExecutionWaits1700000004110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('workflow_execution', new TableColumn({ ...int('wakes'), default: 0 }));
    await runner.createTable(
      new Table({
        name: 'execution_wait',
        columns: [
          primary(boundedText('execution_id', 36)),
          primary(boundedText('step_key', 64)),
          boundedText('kind', 8),
          boundedText('status', 8),
          boundedText('node_id', 64),
          boundedText('token_hash', 64, { nullable: true }),
          longText('names'),
          longText('expression', { nullable: true }),
          longText('given'),
          longText('data', { nullable: true }),
          instant('created_at'),
          instant('expires_at'),
        ],
        indices: [
          unique('execution_wait', 'token_hash'),
          { name: 'execution_wait_status', columnNames: ['status', 'kind'] },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'recent_event',
        columns: [
          primary(boundedText('id', 36)),
          boundedText('name', 255),
          longText('payload'),
          instant('occurred_at'),
        ],
        indices: [
          { name: 'recent_event_name', columnNames: ['name', 'occurred_at'] },
          { name: 'recent_event_time', columnNames: ['occurred_at'] },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('recent_event');
    await runner.dropTable('execution_wait');
    await runner.dropColumn('workflow_execution', 'wakes');
  }
}
