import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import {
  bigint,
  boundedText,
  generatedId,
  instant,
  int,
  longText,
  orderedText,
  primary,
  unique,
} from './column-definitions';

/** Adds models, objects and points, with their search terms. */
export class Building1700000002100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables.toReversed()) await runner.dropTable(table);
  }
}

/** Defines a foreign key. When the referenced row is deleted, the referencing rows are deleted too. */
const partOf = (column: string, table: string) => ({
  columnNames: [column],
  referencedTableName: table,
  referencedColumnNames: ['id'],
  onDelete: 'CASCADE',
  onUpdate: 'NO ACTION',
});

const searchTerms = (noun: string, table: string) =>
  new Table({
    name: `${noun}_search_term`,
    columns: [primary(orderedText('term', 254)), primary(int(`${noun}_id`))],
    indices: [{ name: `${noun}_search_term_${noun}`, columnNames: [`${noun}_id`] }],
    foreignKeys: [partOf(`${noun}_id`, table)],
  });

const tables = [
  new Table({
    name: 'model',
    columns: [
      generatedId('id'),
      boundedText('name', 255),
      longText('description', { nullable: true }),
      boundedText('version', 64),
      boundedText('storage_key', 255),
      boundedText('static_name', 64),
      boundedText('file_name', 255),
      boundedText('mime_type', 127),
      bigint('size_bytes'),
      boundedText('sha256', 64),
      instant('created_at'),
    ],
    indices: [unique('model', 'static_name')],
  }),
  searchTerms('model', 'model'),
  new Table({
    name: 'building_object',
    columns: [
      generatedId('id'),
      boundedText('name', 255),
      int('model_id'),
      boundedText('code', 255),
      longText('description', { nullable: true }),
      boundedText('node_name', 255, { nullable: true }),
    ],
    indices: [
      unique('building_object', 'code'),
      { name: 'building_object_list_model', columnNames: ['model_id', 'id'] },
    ],
    foreignKeys: [partOf('model_id', 'model')],
  }),
  searchTerms('object', 'building_object'),
  new Table({
    name: 'point',
    columns: [
      generatedId('id'),
      boundedText('name', 255),
      boundedText('code', 255),
      int('object_id'),
      boundedText('unit', 64, { nullable: true }),
      boundedText('data_type', 64, { nullable: true }),
    ],
    indices: [unique('point', 'code'), { name: 'point_list_object', columnNames: ['object_id', 'id'] }],
    foreignKeys: [partOf('object_id', 'building_object')],
  }),
  searchTerms('point', 'point'),
];
