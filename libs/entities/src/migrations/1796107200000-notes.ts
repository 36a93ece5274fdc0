import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boundedText, generatedId, index, instant } from './column-definitions';

const note = new Table({
  name: 'note',
  columns: [
    generatedId('id'),
    boundedText('series', 255),
    instant('at'),
    boundedText('text', 500),
    boundedText('created_by', 254),
    instant('created_at'),
  ],
  indices: [index('note_series_idx', 'series', 'at')],
});

/** Creates the table of notes. */
export class Notes1796107200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(note);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(note);
  }
}
