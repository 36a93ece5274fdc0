import { type MigrationInterface, type QueryRunner, Table, TableColumn } from 'typeorm';
import { double, instant, int, longText, primary } from './column-definitions';

const COLUMN = 'site';

/** Adds the coordinates of the building, and the last reported weather. */
export class Weather1700000003110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'weather_observation',
        columns: [
          primary(int('id')),
          double('latitude'),
          double('longitude'),
          longText('conditions'),
          instant('fetched_at'),
        ],
      }),
    );
    const nullable = new TableColumn(longText(COLUMN, { nullable: true }));
    await runner.addColumn('platform_configuration', nullable);
    await runner.query(`UPDATE platform_configuration SET site = '{"latitude":null,"longitude":null}'`);
    // MySQL has no default values for long text, so the column becomes required after it is filled.
    await runner.changeColumn('platform_configuration', nullable, new TableColumn(longText(COLUMN)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('platform_configuration', COLUMN);
    await runner.dropTable('weather_observation');
  }
}
