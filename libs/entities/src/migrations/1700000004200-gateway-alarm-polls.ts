import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { instant, int, primary } from './column-definitions';

/** Adds the time up to which the gateway's alarms have been read. Until now, this was the time of the newest alarm. */
export class GatewayAlarmPolls1700000004200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({ name: 'gateway_alarm_poll', columns: [primary(int('id')), instant('polled_until')] }),
    );
    await runner.query(
      'INSERT INTO gateway_alarm_poll (id, polled_until) ' +
        'SELECT 1, MAX(raised_at) FROM gateway_alarm HAVING COUNT(*) > 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('gateway_alarm_poll');
  }
}
