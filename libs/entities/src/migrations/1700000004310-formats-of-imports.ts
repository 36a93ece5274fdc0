import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';

const COLUMN = new TableColumn({ name: 'date_format', type: 'varchar', length: '8', isNullable: true });

/** Adds to each import of readings the format that was found in its file. */
export class FormatsOfImports1700000004310 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('reading_import', COLUMN);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('reading_import', COLUMN);
  }
}
