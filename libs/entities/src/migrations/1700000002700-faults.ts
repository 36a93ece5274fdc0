import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import {
  bigint,
  boundedText,
  double,
  generatedId,
  instant,
  int,
  longText,
  primary,
} from './column-definitions';

/** Adds faults with their comments, and the snapshot of their statistics. */
export class Faults1700000002700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.createTable(table);
    const counts = 'total, open, in_progress, resolved, closed, changes, counted_changes';
    const bySeverity = '{"critical":0,"major":0,"minor":0,"warning":0,"indeterminate":0}';
    // One change is not counted yet (changes 1, counted_changes 0), so that a worker computes the statistics.
    await runner.query(
      `INSERT INTO fault_stats_snapshot (id, by_severity, updated_at, ${counts})
       VALUES (1, '${bySeverity}', '2000-01-01 00:00:00', 0, 0, 0, 0, 0, 1, 0)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables.toReversed()) await runner.dropTable(table);
  }
}

const reference = (column: string, table: string, onDelete: string) => ({
  columnNames: [column],
  referencedTableName: table,
  referencedColumnNames: ['id'],
  onDelete,
  onUpdate: 'NO ACTION',
});

const listColumns = ['status', 'severity', 'id'];

const tables = [
  new Table({
    name: 'fault',
    columns: [
      generatedId('id'),
      boundedText('title', 255),
      longText('description', { nullable: true }),
      boundedText('severity', 16),
      boundedText('status', 16),
      int('object_id', { nullable: true }),
      int('area_id', { nullable: true }),
      int('alert_id', { nullable: true }),
      int('assignee_id', { nullable: true }),
      longText('root_cause', { nullable: true }),
      instant('reported_at'),
      instant('started_at', { nullable: true }),
      instant('resolved_at', { nullable: true }),
    ],
    indices: [
      { name: 'fault_list', columnNames: listColumns },
      { name: 'fault_list_object', columnNames: ['object_id', ...listColumns] },
      { name: 'fault_list_area', columnNames: ['area_id', ...listColumns] },
      { name: 'fault_list_alert', columnNames: ['alert_id', ...listColumns] },
      { name: 'fault_list_assignee', columnNames: ['assignee_id', ...listColumns] },
    ],
    foreignKeys: [
      reference('object_id', 'building_object', 'SET NULL'),
      reference('area_id', 'area', 'SET NULL'),
      reference('assignee_id', 'user_account', 'SET NULL'),
    ],
  }),
  new Table({
    name: 'fault_comment',
    columns: [
      generatedId('id'),
      int('fault_id'),
      int('author_id', { nullable: true }),
      boundedText('author_name', 254),
      longText('text'),
      instant('created_at'),
    ],
    indices: [{ name: 'fault_comment_list', columnNames: ['fault_id', 'id'] }],
    foreignKeys: [reference('fault_id', 'fault', 'CASCADE')],
  }),
  new Table({
    name: 'fault_stats_snapshot',
    columns: [
      primary(int('id')),
      int('total'),
      int('open'),
      int('in_progress'),
      int('resolved'),
      int('closed'),
      longText('by_severity'),
      double('mttr_minutes', { nullable: true }),
      double('mtbf_hours', { nullable: true }),
      instant('updated_at'),
      bigint('changes'),
      bigint('counted_changes'),
    ],
  }),
];
