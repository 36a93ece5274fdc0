import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boundedText, generatedId, index, instant, int, reference, unique } from './column-definitions';

const pushDevice = new Table({
  name: 'push_device',
  columns: [
    generatedId('id'),
    int('user_id'),
    boundedText('endpoint', 1000),
    boundedText('endpoint_hash', 64),
    boundedText('p256dh', 87),
    boundedText('auth', 22),
    instant('created_at'),
  ],
  indices: [index('push_device_user_id', 'user_id'), unique('push_device', 'endpoint_hash')],
  foreignKeys: [reference('user_id', 'user_account', 'CASCADE')],
});

/** Adds the browsers that get push messages. */
export class PushDevices1795834800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(pushDevice);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(pushDevice);
  }
}
