import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boundedText, double, generatedId, instant, int, longText, unique } from './column-definitions';

/** Adds work orders and their recurrence. */
export class Maintenance1700000002710 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(maintenance);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(maintenance);
  }
}

const reference = (column: string, table: string) => ({
  columnNames: [column],
  referencedTableName: table,
  referencedColumnNames: ['id'],
  onDelete: 'SET NULL',
  onUpdate: 'NO ACTION',
});

const listColumns = ['status', 'type', 'id'];

const maintenance = new Table({
  name: 'maintenance',
  columns: [
    generatedId('id'),
    boundedText('title', 255),
    longText('description', { nullable: true }),
    boundedText('type', 16),
    boundedText('status', 16),
    boundedText('priority', 16),
    int('object_id', { nullable: true }),
    int('fault_id', { nullable: true }),
    int('assignee_id', { nullable: true }),
    instant('due_at', { nullable: true }),
    instant('started_at', { nullable: true }),
    instant('completed_at', { nullable: true }),
    longText('checklist'),
    longText('recurrence'),
    boundedText('series', 36, { nullable: true }),
    boundedText('open_series', 36, { nullable: true }),
    instant('next_at', { nullable: true }),
    double('counter_value', { nullable: true }),
    double('counted_hours', { nullable: true }),
  ],
  indices: [
    unique('maintenance', 'open_series'),
    { name: 'maintenance_next', columnNames: ['next_at'] },
    { name: 'maintenance_list', columnNames: listColumns },
    { name: 'maintenance_list_object', columnNames: ['object_id', ...listColumns] },
    { name: 'maintenance_list_fault', columnNames: ['fault_id', ...listColumns] },
    { name: 'maintenance_list_assignee', columnNames: ['assignee_id', ...listColumns] },
  ],
  foreignKeys: [
    reference('object_id', 'building_object'),
    reference('fault_id', 'fault'),
    reference('assignee_id', 'user_account'),
  ],
});
