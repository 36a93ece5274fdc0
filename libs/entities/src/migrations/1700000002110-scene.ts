import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { int, longText, primary } from './column-definitions';

const CAMERA = '{"position":{"x":20,"y":20,"z":20},"target":{"x":0,"y":0,"z":0},"fov":50}';

/** Adds the configuration of the 3D view. */
export class Scene1700000002110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'scene',
        columns: [
          primary(int('id')),
          int('model_id', { nullable: true }),
          longText('camera'),
          longText('ambient_light'),
          longText('hotspots'),
          longText('labels'),
        ],
        foreignKeys: [
          {
            columnNames: ['model_id'],
            referencedTableName: 'model',
            referencedColumnNames: ['id'],
            onDelete: 'SET NULL',
            onUpdate: 'NO ACTION',
          },
        ],
      }),
    );
    await runner.query(
      `INSERT INTO scene (id, camera, ambient_light, hotspots, labels)
       VALUES (1, '${CAMERA}', '{"intensity":1}', '[]', '[]')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('scene');
  }
}
