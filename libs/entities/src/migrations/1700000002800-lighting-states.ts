import { type MigrationInterface, type QueryRunner, Table, TableColumn } from 'typeorm';
import { boolean, boundedText, double, instant, int, primary } from './column-definitions';

/** Adds the requested states of lights, and a revision by which processes detect changes of the scene. */
export class LightingStates1700000002800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('scene', new TableColumn({ ...int('revision'), default: 1 }));
    await runner.createTable(
      new Table({
        name: 'lighting_state',
        columns: [
          primary(boundedText('label_id', 64)),
          primary(boundedText('device_id', 64)),
          boolean('desired_on'),
          double('desired_level', { nullable: true }),
          boundedText('command_id', 36),
          int('user_id', { nullable: true }),
          boundedText('username', 254),
          instant('at'),
          instant('finished_at', { nullable: true }),
          boundedText('status', 16),
          boundedText('error', 1000, { nullable: true }),
          instant('claimed_until', { nullable: true }),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('lighting_state');
    await runner.dropColumn('scene', 'revision');
  }
}
