import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { boolean, instant, int } from './column-definitions';

/**
 * Adds to each meter the range of a re-read, whether live polling has caught up, and the number of its backfill jobs.
 */
export class MeterRereads1700000001100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns('meter', [
      new TableColumn({ ...boolean('live_caught_up'), default: false }),
      new TableColumn(instant('reread_from', { nullable: true })),
      new TableColumn(instant('reread_to', { nullable: true })),
      new TableColumn({ ...int('backfill_turn'), default: 0 }),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['backfill_turn', 'reread_to', 'reread_from', 'live_caught_up'])
      await runner.dropColumn('meter', column);
  }
}
