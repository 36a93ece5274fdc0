import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const INDEX = 'maintenance_due';

/** Adds the index for lists of work orders by due date. */
export class DueMaintenance1700000004150 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex(
      'maintenance',
      new TableIndex({ name: INDEX, columnNames: ['status', 'due_at', 'id'] }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('maintenance', INDEX);
  }
}
