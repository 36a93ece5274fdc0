import { type MigrationInterface, type QueryRunner, Table, TableColumn, TableIndex } from 'typeorm';
import { boolean, boundedText, generatedId, instant, int, longText } from './column-definitions';

/** Adds imports of readings from files, and to each reading the id of its import. */
export class ReadingImports1700000002400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('reading', new TableColumn(int('import_id', { nullable: true })));
    await runner.createTable(
      new Table({
        name: 'reading_import',
        columns: [
          generatedId('id'),
          int('meter_id'),
          boundedText('point_code', 255),
          boundedText('timezone', 64),
          boolean('decimal_comma'),
          boundedText('status', 8),
          boundedText('file', 255, { nullable: true }),
          int('total', { nullable: true }),
          int('processed'),
          instant('position', { nullable: true }),
          int('taken'),
          int('duplicates'),
          int('refused_count'),
          longText('refused'),
          instant('first_at', { nullable: true }),
          instant('last_at', { nullable: true }),
          instant('undo_requested_at', { nullable: true }),
          boundedText('error', 500, { nullable: true }),
          boundedText('created_by', 254),
          instant('created_at'),
          instant('finished_at', { nullable: true }),
        ],
      }),
    );
    // The sweep uses this index to find unfinished imports.
    await runner.createIndex(
      'reading_import',
      new TableIndex({ name: 'reading_import_status_idx', columnNames: ['status', 'id'] }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('reading_import');
    await runner.dropColumn('reading', 'import_id');
  }
}
