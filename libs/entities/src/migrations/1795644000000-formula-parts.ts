import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { double, index, int, primary, reference } from './column-definitions';

const formulaPart = new Table({
  name: 'formula_part',
  columns: [primary(int('meter_id')), primary(int('part_id')), double('factor'), int('sort_order')],
  indices: [index('formula_part_part', 'part_id')],
  foreignKeys: [reference('meter_id', 'meter', 'CASCADE'), reference('part_id', 'meter', 'NO ACTION')],
});

/** Creates the table of the parts of formula meters. */
export class FormulaParts1795644000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(formulaPart);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(formulaPart);
  }
}
