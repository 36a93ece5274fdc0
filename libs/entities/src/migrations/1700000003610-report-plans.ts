import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import {
  boolean,
  boundedText,
  double,
  generatedId,
  instant,
  int,
  longText,
  primary,
} from './column-definitions';

/** Adds report plans, their runs and the mails of the runs. */
export class ReportPlans1700000003610 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables.toReversed()) await runner.dropTable(table);
  }
}

const index = (name: string, ...columnNames: string[]) => ({ name, columnNames });

/** The columns of a table whose rows are work in the background. */
const WORK = [
  boundedText('status', 9),
  double('progress'),
  boundedText('error', 500, { nullable: true }),
  int('attempts'),
  boundedText('claim', 36, { nullable: true }),
  instant('due_at', { nullable: true }),
  instant('finished_at', { nullable: true }),
];

const tables = [
  new Table({
    name: 'report_plan',
    columns: [
      generatedId('id'),
      boundedText('name', 255),
      int('template_id'),
      boundedText('cron', 255),
      boundedText('timezone', 64, { nullable: true }),
      boundedText('report_range', 16),
      longText('area_ids'),
      boolean('enabled'),
      longText('recipients'),
      boundedText('format', 8),
      boundedText('language', 8, { nullable: true }),
      boundedText('last_run_id', 36, { nullable: true }),
    ],
    indices: [index('report_plan_enabled', 'enabled', 'id'), index('report_plan_last_run', 'last_run_id')],
  }),
  new Table({
    name: 'report_run',
    columns: [
      primary(boundedText('id', 36)),
      int('plan_id', { nullable: true }),
      boundedText('name', 255),
      int('template_id'),
      boundedText('format', 8),
      boundedText('language', 8),
      boundedText('timezone', 64),
      longText('area_ids'),
      instant('from_at'),
      instant('to_at'),
      ...WORK,
      boundedText('file_id', 36, { nullable: true }),
      boundedText('created_by', 254),
      boundedText('execution_id', 36, { nullable: true }),
      instant('created_at'),
    ],
    indices: [
      index('report_run_plan', 'plan_id', 'id'),
      index('report_run_due', 'due_at', 'id'),
      index('report_run_finished', 'finished_at', 'id'),
      index('report_run_file', 'file_id'),
    ],
  }),
  new Table({
    name: 'report_mail',
    columns: [
      primary(boundedText('id', 36)),
      boundedText('run_id', 36),
      boundedText('address', 254),
      ...WORK,
    ],
    indices: [index('report_mail_run', 'run_id', 'id'), index('report_mail_due', 'due_at', 'id')],
  }),
];
