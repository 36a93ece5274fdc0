import { type MigrationInterface, type QueryRunner, Table, TableColumn } from 'typeorm';
import { boolean, boundedText, int, primary, unique } from './column-definitions';

const gateway = new Table({
  name: 'gateway',
  columns: [
    primary(int('id')),
    boundedText('name', 100),
    boundedText('prefix', 32),
    boundedText('url', 2048),
    boundedText('username', 255),
    boundedText('password', 1024),
    boolean('enabled'),
  ],
  indices: [unique('gateway', 'prefix')],
});
const gatewayId = new TableColumn({ ...int('gateway_id'), default: 1 });

/** Adds gateways beside the one of the environment. All known alarms are alarms of that gateway. */
export class Gateways1795920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(gateway);
    await runner.addColumn('gateway_alarm', gatewayId);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM gateway_alarm WHERE gateway_id <> 1');
    await runner.query('DELETE FROM gateway_alarm_poll WHERE id <> 1');
    await runner.query('DELETE FROM gateway_token WHERE id <> 1');
    await runner.dropColumn('gateway_alarm', gatewayId);
    await runner.dropTable(gateway);
  }
}
