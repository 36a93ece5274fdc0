import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boundedText, instant, primary } from './column-definitions';

/** Adds planned removals of stored files. */
export class FileRemovals1700000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'file_removal',
        columns: [primary(boundedText('storage_key', 255)), instant('due_at')],
        indices: [{ name: 'file_removal_due', columnNames: ['due_at'] }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('file_removal');
  }
}
