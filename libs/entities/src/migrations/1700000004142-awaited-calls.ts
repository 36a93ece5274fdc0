import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { boolean, longText } from './column-definitions';

const CALLS = 'execution_call';
const INDEX = 'execution_call_execution';

/** Adds two columns to calls: whether the caller waits, and the output of the called execution. */
export class AwaitedCalls1700000004142 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(CALLS, new TableColumn({ ...boolean('is_awaited'), default: true }));
    await runner.addColumn(CALLS, new TableColumn(longText('output', { nullable: true })));
    await runner.createIndex(CALLS, new TableIndex({ name: INDEX, columnNames: ['execution_id'] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex(CALLS, INDEX);
    await runner.dropColumn(CALLS, 'output');
    await runner.dropColumn(CALLS, 'is_awaited');
  }
}
