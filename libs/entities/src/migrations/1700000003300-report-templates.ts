import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boundedText, generatedId, instant, longText } from './column-definitions';

/** Adds the templates of reports. */
export class ReportTemplates1700000003300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(template);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(template);
  }
}

const template = new Table({
  name: 'report_template',
  columns: [
    generatedId('id'),
    boundedText('shipped', 32, { nullable: true }),
    boundedText('name', 255),
    boundedText('description', 2000),
    boundedText('category', 64),
    longText('config'),
    instant('created_at'),
  ],
  indices: [{ name: 'report_template_shipped_unique', columnNames: ['shipped'], isUnique: true }],
});
