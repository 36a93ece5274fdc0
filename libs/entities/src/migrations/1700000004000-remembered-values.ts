import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boundedText, instant, longText, primary } from './column-definitions';

/** Adds the values that workflows keep between executions, and the results of their changes. */
export class RememberedValues1700000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'remembered_value',
        columns: [
          primary(boundedText('owner', 36)),
          primary(boundedText('name', 100)),
          longText('value'),
          instant('updated_at'),
          instant('expires_at', { nullable: true }),
        ],
        indices: [{ name: 'remembered_value_expiry', columnNames: ['expires_at'] }],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'remembered_change',
        columns: [
          primary(boundedText('execution_id', 36)),
          primary(boundedText('step_key', 64)),
          longText('result'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('remembered_change');
    await runner.dropTable('remembered_value');
  }
}
