import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boundedText, generatedId, instant, unique } from './column-definitions';

/** Adds API keys. */
export class ApiKeys1700000003900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'api_key',
        columns: [
          generatedId('id'),
          boundedText('name', 100),
          boundedText('prefix', 16),
          boundedText('key_hash', 64),
          boundedText('role', 16),
          boundedText('created_by', 254),
          instant('created_at'),
          instant('expires_at', { nullable: true }),
          instant('last_used_at', { nullable: true }),
        ],
        indices: [unique('api_key', 'key_hash')],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('api_key');
  }
}
