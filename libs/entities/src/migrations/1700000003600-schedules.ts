import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boundedText, instant, primary } from './column-definitions';

/** Extends the schedules of workflows to other kinds of records. */
export class Schedules1700000003600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(schedule);
    await runner.query(
      `INSERT INTO schedule (owner_kind, owner_id, cron, timezone, next_fire_at)
       SELECT 'workflow', workflow_id, cron, timezone, next_fire_at FROM workflow_schedule`,
    );
    await runner.dropTable('workflow_schedule');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.createTable(workflowSchedule);
    await runner.query(
      `INSERT INTO workflow_schedule (workflow_id, cron, timezone, next_fire_at)
       SELECT owner_id, cron, timezone, next_fire_at FROM schedule WHERE owner_kind = 'workflow'`,
    );
    await runner.dropTable('schedule');
  }
}

const CONTENT = [
  boundedText('cron', 255),
  boundedText('timezone', 64, { nullable: true }),
  instant('next_fire_at', { nullable: true }),
];

const schedule = new Table({
  name: 'schedule',
  columns: [primary(boundedText('owner_kind', 16)), primary(boundedText('owner_id', 36)), ...CONTENT],
  indices: [{ name: 'schedule_next', columnNames: ['owner_kind', 'next_fire_at'] }],
});

const workflowSchedule = new Table({
  name: 'workflow_schedule',
  columns: [primary(boundedText('workflow_id', 36)), ...CONTENT],
  indices: [{ name: 'workflow_schedule_next', columnNames: ['next_fire_at'] }],
});
