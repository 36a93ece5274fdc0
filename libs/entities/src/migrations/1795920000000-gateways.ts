import { type MigrationInterface, type QueryRunner, Table, TableColumn, TableIndex } from 'typeorm';
import { boolean, boundedText, index, int, primary, unique } from './column-definitions';

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
    boolean('removed'),
    int('token_id'),
  ],
  indices: [unique('gateway', 'prefix')],
});
const gatewayId = new TableColumn({ ...int('gateway_id'), default: 1 });
const openAlarms = new TableIndex(index('gateway_alarm_open', 'cleared_at', 'raised_at'));
const openAlarmsOfGateway = new TableIndex(
  index('gateway_alarm_open', 'gateway_id', 'cleared_at', 'raised_at'),
);

/** Adds gateways beside the one of the environment. All known alarms are alarms of that gateway. */
export class Gateways1795920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(gateway);
    await runner.addColumn('gateway_alarm', gatewayId);
    await runner.dropIndex('gateway_alarm', openAlarms);
    await runner.createIndex('gateway_alarm', openAlarmsOfGateway);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM gateway_alarm WHERE gateway_id <> 1');
    await runner.query('DELETE FROM gateway_alarm_poll WHERE id <> 1');
    await runner.query('DELETE FROM gateway_token WHERE id <> 1');
    await runner.dropIndex('gateway_alarm', openAlarmsOfGateway);
    await runner.createIndex('gateway_alarm', openAlarms);
    await runner.dropColumn('gateway_alarm', gatewayId);
    await runner.dropTable(gateway);
  }
}
