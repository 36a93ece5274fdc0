import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { longText } from './column-definitions';

const airHandlers = new TableColumn(longText('air_handlers', { nullable: true }));

/** Adds the air handling units to the configuration. */
export class AirHandlers1795670400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('platform_configuration', airHandlers);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('platform_configuration', airHandlers);
  }
}
