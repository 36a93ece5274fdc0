import { type MigrationInterface, type QueryRunner, Table, TableColumn } from 'typeorm';
import { double, instant, int, primary } from './column-definitions';

/** Adds the highest plausible power of each meter, and the steps between readings that exceed it. */
export class ImplausibleSteps1700000001300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns('meter', [
      new TableColumn(double('max_power_kw', { nullable: true })),
      new TableColumn({ ...int('implausible_steps'), default: 0 }),
      new TableColumn(instant('last_implausible_at', { nullable: true })),
    ]);
    await runner.createTable(
      new Table({
        name: 'implausible_step',
        columns: [primary(int('meter_id')), primary(instant('ends_at'))],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('implausible_step');
    for (const column of ['last_implausible_at', 'implausible_steps', 'max_power_kw'])
      await runner.dropColumn('meter', column);
  }
}
