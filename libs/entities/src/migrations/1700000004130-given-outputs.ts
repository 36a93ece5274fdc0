import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { longText } from './column-definitions';

/** Adds the node outputs that callers of dry runs provide. */
export class GivenOutputs1700000004130 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new TableColumn(longText('given_outputs', { nullable: true }));
    await runner.addColumn('workflow_execution', column);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('workflow_execution', 'given_outputs');
  }
}
