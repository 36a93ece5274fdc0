import { randomUUID } from 'node:crypto';
import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { dialectSql } from '../dialect-sql';
import { boundedText, instant, int, primary } from './column-definitions';

/** Adds the id of the installation, which backups contain. */
export class Installation1700000003200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'installation',
        columns: [primary(int('id')), boundedText('installation_id', 36), instant('created_at')],
      }),
    );
    await dialectSql.insert(runner.manager, 'installation', [
      { name: 'id', type: 'int', values: [1] },
      { name: 'installation_id', type: 'text', values: [randomUUID()] },
      { name: 'created_at', type: 'instant', values: [Date.now()] },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('installation');
  }
}
