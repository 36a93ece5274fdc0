import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import { boundedText, double, instant, int, longText, primary } from './column-definitions';

/** Adds exports, and an index for the export of faults. */
export class Exports1700000003500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(exportJob);
    await runner.createIndex('fault', REPORTED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('fault', REPORTED);
    await runner.dropTable(exportJob);
  }
}

const REPORTED = new TableIndex({ name: 'fault_reported', columnNames: ['reported_at', 'id'] });

const exportJob = new Table({
  name: 'export_job',
  columns: [
    primary(boundedText('id', 36)),
    boundedText('type', 8),
    instant('from_at'),
    instant('to_at'),
    boundedText('timezone', 64),
    longText('filters'),
    boundedText('status', 9),
    double('progress'),
    boundedText('file_id', 36, { nullable: true }),
    boundedText('error', 500, { nullable: true }),
    int('attempts'),
    boundedText('claim', 36, { nullable: true }),
    instant('due_at', { nullable: true }),
    boundedText('created_by', 254),
    instant('created_at'),
    instant('finished_at', { nullable: true }),
  ],
  indices: [
    { name: 'export_job_due', columnNames: ['due_at', 'id'] },
    { name: 'export_job_finished', columnNames: ['finished_at', 'id'] },
  ],
});
