import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { boundedText } from './column-definitions';

const form = new TableColumn(boundedText('form', 32, { nullable: true }));

/** Adds the chosen form of the model to baselines. */
export class BaselineForm1796100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('baseline', form);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('baseline', form);
  }
}
