import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { boolean, boundedText } from './column-definitions';

const COLUMN = 'open_key';
const TABLES = ['fault', 'maintenance'];
const indexOf = (table: string) => `${table}_open_key_unique`;

/**
 * Adds the keys by which workflows find the faults and work orders that they have created, and the waits until all of
 * several points fulfil a condition.
 */
export class TicketsAndWaitsForAll1700000004350 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.addColumn(table, new TableColumn(boundedText(COLUMN, 255, { nullable: true })));
      const index = { name: indexOf(table), columnNames: [COLUMN], isUnique: true };
      await runner.createIndex(table, new TableIndex(index));
    }
    await runner.addColumn('execution_wait', new TableColumn({ ...boolean('for_all'), default: false }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('execution_wait', 'for_all');
    for (const table of TABLES) {
      await runner.dropIndex(table, indexOf(table));
      await runner.dropColumn(table, COLUMN);
    }
  }
}
