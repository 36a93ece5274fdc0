import { type MigrationInterface, type QueryRunner, Table, TableColumn } from 'typeorm';
import { boundedText, instant, int, longText, primary } from './column-definitions';

const COLUMN = 'carbon';

/** Adds the set of emission factors, and the configuration that selects the factors of the platform. */
export class CarbonFactors1700000002300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'carbon_factor_set',
        columns: [
          primary(int('id')),
          longText('factors'),
          boundedText('source_url', 2048),
          instant('fetched_at'),
        ],
      }),
    );
    const nullable = new TableColumn(longText(COLUMN, { nullable: true }));
    await runner.addColumn('platform_configuration', nullable);
    await runner.query(`UPDATE platform_configuration SET carbon = '{"region":"GB","scope":null}'`);
    // MySQL has no default values for long text, so the column becomes required after it is filled.
    await runner.changeColumn('platform_configuration', nullable, new TableColumn(longText(COLUMN)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('platform_configuration', COLUMN);
    await runner.dropTable('carbon_factor_set');
  }
}
