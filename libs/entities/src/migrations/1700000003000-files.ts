import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { bigint, boundedText, instant, orderedText, primary } from './column-definitions';

/** Adds files, with their search terms. */
export class Files1700000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables.toReversed()) await runner.dropTable(table);
  }
}

const tables = [
  new Table({
    name: 'file',
    columns: [
      primary(boundedText('id', 36)),
      boundedText('name', 255),
      boundedText('mime_type', 127),
      bigint('size_bytes'),
      boundedText('sha256', 64),
      boundedText('category', 16),
      boundedText('created_by', 254),
      instant('created_at'),
      boundedText('storage_key', 255),
      boundedText('producer', 64, { nullable: true }),
      boundedText('producer_key', 128, { nullable: true }),
    ],
    indices: [
      { name: 'file_list_category', columnNames: ['category', 'id'] },
      { name: 'file_producer_unique', columnNames: ['producer', 'producer_key'], isUnique: true },
    ],
  }),
  new Table({
    name: 'file_search_term',
    columns: [primary(orderedText('term', 254)), primary(boundedText('file_id', 36))],
    indices: [{ name: 'file_search_term_file', columnNames: ['file_id'] }],
    foreignKeys: [
      {
        columnNames: ['file_id'],
        referencedTableName: 'file',
        referencedColumnNames: ['id'],
        onDelete: 'CASCADE',
        onUpdate: 'NO ACTION',
      },
    ],
  }),
];
