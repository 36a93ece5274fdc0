import type { MigrationInterface, QueryRunner } from 'typeorm';
import { accessTables } from './first-schema/access';
import { automationTables } from './first-schema/automation';
import { buildingTables } from './first-schema/building';
import { meteringTables } from './first-schema/metering';
import { operationsTables } from './first-schema/operations';
import { platformTables } from './first-schema/platform';
import { reportingTables } from './first-schema/reporting';
import { insertRows } from './first-schema/rows';
import { views } from './first-schema/views';

/** By context of the domain. A table comes after the tables to which its foreign keys refer. */
const tables = [
  ...platformTables,
  ...accessTables,
  ...buildingTables,
  ...meteringTables,
  ...operationsTables,
  ...reportingTables,
  ...automationTables,
];

/** Creates the schema of version 1.0. */
export class FirstSchema1795564800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.createTable(table);
    for (const [name, query] of Object.entries(views)) {
      // A restore drops the tables, and MariaDB then keeps the views.
      await runner.query(`CREATE OR REPLACE VIEW ${name} AS ${query}`);
    }
    await insertRows(runner.manager);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(views).toReversed()) await runner.query(`DROP VIEW ${name}`);
    for (const table of tables.toReversed()) await runner.dropTable(table);
  }
}
