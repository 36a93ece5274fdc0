import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { boundedText } from './column-definitions';

/** Adds the workflow execution that has started an export. */
export class ExportsOfExecutions1700000003750 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(TABLE, new TableColumn(boundedText(COLUMN, 36, { nullable: true })));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn(TABLE, COLUMN);
  }
}

const TABLE = 'export_job';
const COLUMN = 'execution_id';
