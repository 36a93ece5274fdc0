import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boundedText, instant, int, longText, primary } from './column-definitions';

/** Adds the dashboard with its widgets. */
export class Widgets1700000003100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.createTable(table);
    await runner.query('INSERT INTO dashboard (id, revision) VALUES (1, 1)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables.toReversed()) await runner.dropTable(table);
  }
}

const tables = [
  new Table({ name: 'dashboard', columns: [primary(int('id')), int('revision')] }),
  new Table({
    name: 'widget',
    columns: [
      primary(boundedText('id', 36)),
      boundedText('type', 16),
      int('layout_x'),
      int('layout_y'),
      int('layout_w'),
      int('layout_h'),
      longText('config'),
      boundedText('data_type', 16),
      longText('data_json'),
      longText('data', { nullable: true }),
      instant('updated_at', { nullable: true }),
    ],
  }),
];
