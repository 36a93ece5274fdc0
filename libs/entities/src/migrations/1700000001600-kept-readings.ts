import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { instant, int } from './column-definitions';

/**
 * Adds the instant from which a meter's readings are complete after pruning, and the number of its implausible steps in
 * pruned hours.
 */
export class KeptReadings1700000001600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns('meter', [
      new TableColumn(instant('kept_from', { nullable: true })),
      new TableColumn({ ...int('implausible_folded'), default: 0 }),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('meter', 'implausible_folded');
    await runner.dropColumn('meter', 'kept_from');
  }
}
