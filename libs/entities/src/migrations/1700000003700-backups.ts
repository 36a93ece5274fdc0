import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { dialectSql } from '../dialect-sql';
import { bigint, boolean, boundedText, double, instant, int, primary } from './column-definitions';

/** Adds backups, and their schedule, which is disabled until an administrator enables it. */
export class Backups1700000003700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(backup);
    await runner.createTable(backupSchedule);
    await dialectSql.insert(runner.manager, 'backup_schedule', [
      { name: 'id', type: 'int', values: [1] },
      { name: 'enabled', type: 'boolean', values: [0] },
      { name: 'cron', type: 'text', values: ['30 2 * * *'] },
      { name: 'timezone', type: 'text', values: [null] },
      { name: 'retention_count', type: 'int', values: [14] },
      { name: 'include_files', type: 'boolean', values: [1] },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(backupSchedule);
    await runner.dropTable(backup);
  }
}

const backup = new Table({
  name: 'backup',
  columns: [
    primary(boundedText('id', 36)),
    boolean('scheduled'),
    boolean('includes_files'),
    boundedText('status', 9),
    double('progress'),
    boundedText('file_id', 36, { nullable: true }),
    bigint('size_bytes', { nullable: true }),
    boundedText('sha256', 64, { nullable: true }),
    { ...boolean('encrypted'), isNullable: true },
    int('tables', { nullable: true }),
    bigint('row_count', { nullable: true }),
    int('files', { nullable: true }),
    int('missing_files', { nullable: true }),
    instant('verified_at', { nullable: true }),
    boundedText('error', 500, { nullable: true }),
    int('attempts'),
    boundedText('claim', 36, { nullable: true }),
    instant('due_at', { nullable: true }),
    boundedText('active_key', 8, { nullable: true }),
    boundedText('created_by', 254),
    instant('created_at'),
    instant('finished_at', { nullable: true }),
  ],
  indices: [
    { name: 'backup_due', columnNames: ['due_at', 'id'] },
    { name: 'backup_active_unique', columnNames: ['active_key'], isUnique: true },
    { name: 'backup_scheduled', columnNames: ['scheduled', 'status', 'id'] },
  ],
});

const backupSchedule = new Table({
  name: 'backup_schedule',
  columns: [
    primary(int('id')),
    boolean('enabled'),
    boundedText('cron', 255),
    boundedText('timezone', 64, { nullable: true }),
    int('retention_count'),
    boolean('include_files'),
  ],
});
