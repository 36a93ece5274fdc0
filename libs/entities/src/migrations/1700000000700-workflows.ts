import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boolean, boundedText, instant, int, longText, primary, unique } from './column-definitions';

/** Adds workflows, their executions and their triggers. */
export class Workflows1700000000700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables.toReversed()) await runner.dropTable(table);
  }
}

const index = (name: string, ...columnNames: string[]) => ({ name, columnNames });

const tables = [
  new Table({
    name: 'workflow',
    columns: [
      primary(boundedText('id', 36)),
      boundedText('name', 255),
      longText('description', { nullable: true }),
      longText('definition'),
      boundedText('trigger_type', 16),
      longText('trigger_config'),
      boolean('enabled'),
      longText('problems'),
      int('revision'),
      boundedText('webhook_slug', 64),
      boundedText('webhook_id', 64),
      boundedText('webhook_secret', 128),
      int('created_by', { nullable: true }),
      instant('created_at'),
      instant('updated_at'),
    ],
    indices: [
      index('workflow_trigger', 'trigger_type', 'enabled'),
      unique('workflow', 'webhook_slug'),
      unique('workflow', 'webhook_id'),
    ],
  }),
  new Table({
    name: 'workflow_revision',
    columns: [
      primary(boundedText('workflow_id', 36)),
      primary(int('revision')),
      longText('definition'),
      boundedText('trigger_type', 16),
      longText('trigger_config'),
      instant('created_at'),
    ],
  }),
  new Table({
    name: 'workflow_schedule',
    columns: [
      primary(boundedText('workflow_id', 36)),
      boundedText('cron', 255),
      boundedText('timezone', 64, { nullable: true }),
      instant('next_fire_at', { nullable: true }),
    ],
    indices: [index('workflow_schedule_next', 'next_fire_at')],
  }),
  new Table({
    name: 'trigger_occurrence',
    columns: [
      primary(boundedText('id', 36)),
      boundedText('kind', 16),
      boundedText('name', 255),
      longText('payload'),
      instant('occurred_at'),
    ],
  }),
  new Table({
    name: 'workflow_execution',
    columns: [
      primary(boundedText('id', 36)),
      boundedText('workflow_id', 36),
      int('revision'),
      boundedText('status', 8),
      boundedText('trigger', 16),
      longText('trigger_data'),
      instant('started_at'),
      instant('finished_at', { nullable: true }),
      instant('due_at', { nullable: true }),
      int('version'),
      boundedText('claimed_by', 36, { nullable: true }),
      instant('claimed_until', { nullable: true }),
      int('revivals'),
      boolean('dry_run'),
      boundedText('retry_of', 36, { nullable: true }),
      boundedText('error', 1000, { nullable: true }),
      boundedText('request_id', 128, { nullable: true }),
    ],
    indices: [
      index('workflow_execution_workflow', 'workflow_id', 'id'),
      index('workflow_execution_due', 'due_at'),
      index('workflow_execution_finished', 'finished_at'),
    ],
    foreignKeys: [
      {
        columnNames: ['workflow_id'],
        referencedTableName: 'workflow',
        referencedColumnNames: ['id'],
        onDelete: 'NO ACTION',
        onUpdate: 'NO ACTION',
      },
    ],
  }),
  new Table({
    name: 'workflow_execution_state',
    columns: [primary(boundedText('execution_id', 36)), longText('state')],
  }),
  new Table({
    name: 'workflow_execution_results',
    columns: [primary(boundedText('execution_id', 36)), primary(int('part')), longText('results')],
  }),
  new Table({
    name: 'idempotency_key',
    columns: [
      primary(boundedText('scope', 128)),
      primary(boundedText('request_key', 255)),
      boundedText('body_hash', 64),
      longText('answer'),
      instant('created_at'),
    ],
    indices: [index('idempotency_key_created', 'created_at')],
  }),
  new Table({
    name: 'workflow_memory',
    columns: [
      primary(boundedText('name', 191)),
      longText('value', { nullable: true }),
      instant('updated_at', { nullable: true }),
    ],
  }),
];
