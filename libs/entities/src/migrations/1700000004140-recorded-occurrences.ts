import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { instant } from './column-definitions';

const OCCURRENCES = 'trigger_occurrence';
const EVENTS = 'recent_event';
const WAITS = 'execution_wait';
const RECORDED_AT = 'recorded_at';
const COUNTS_FROM = 'counts_from';

const indexOf = (table: string, columnNames: string[]) =>
  new TableIndex({ name: `${table}_name`, columnNames });
const byRecord = (table: string) => indexOf(table, ['name', RECORDED_AT, 'id']);

/**
 * Adds the instants that determine whether an occurrence counts for a wait. All of them are taken from the clock of the
 * database.
 */
export class RecordedOccurrences1700000004140 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addInstant(runner, { table: OCCURRENCES, column: RECORDED_AT, from: 'occurred_at' });
    await addInstant(runner, { table: EVENTS, column: RECORDED_AT, from: 'occurred_at' });
    await addInstant(runner, { table: WAITS, column: COUNTS_FROM, from: 'created_at' });
    await runner.createIndex(OCCURRENCES, byRecord(OCCURRENCES));
    await runner.dropIndex(EVENTS, `${EVENTS}_name`);
    await runner.createIndex(EVENTS, byRecord(EVENTS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex(EVENTS, `${EVENTS}_name`);
    await runner.createIndex(EVENTS, indexOf(EVENTS, ['name', 'occurred_at']));
    await runner.dropIndex(OCCURRENCES, `${OCCURRENCES}_name`);
    await runner.dropColumn(WAITS, COUNTS_FROM);
    await runner.dropColumn(EVENTS, RECORDED_AT);
    await runner.dropColumn(OCCURRENCES, RECORDED_AT);
  }
}

/** Adds a column for an instant. In existing rows, its value is copied from another column. */
async function addInstant(
  runner: QueryRunner,
  { table, column, from }: { table: string; column: string; from: string },
): Promise<void> {
  const nullable = new TableColumn(instant(column, { nullable: true }));
  await runner.addColumn(table, nullable);
  await runner.query(`UPDATE ${table} SET ${column} = ${from}`);
  await runner.changeColumn(table, nullable, new TableColumn(instant(column)));
}
