import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import {
  boolean,
  boundedText,
  double,
  generatedId,
  instant,
  int,
  longText,
  primary,
  unique,
} from './column-definitions';

/** Adds alerts with their history, the alarms of the gateway that they count, and notices for notifications. */
export class Alerts1700000002600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES.toReversed()) await runner.dropTable(table);
  }
}

const listColumns = ['state', 'severity', 'acknowledged', 'raised_at', 'id'];

const alert = new Table({
  name: 'alert',
  columns: [
    generatedId('id'),
    boundedText('source', 16),
    boundedText('type', 100),
    boundedText('originator', 255),
    boundedText('origin_key', 64),
    boundedText('active_key', 64, { nullable: true }),
    boundedText('severity', 16),
    boundedText('state', 8),
    boolean('acknowledged'),
    boundedText('point_code', 255, { nullable: true }),
    int('area_id', { nullable: true }),
    boundedText('title', 255),
    boundedText('message', 2000, { nullable: true }),
    longText('value'),
    double('threshold', { nullable: true }),
    int('occurrences'),
    instant('raised_at'),
    instant('last_raised_at'),
    instant('acknowledged_at', { nullable: true }),
    boundedText('acknowledged_by', 254, { nullable: true }),
    instant('cleared_at', { nullable: true }),
    boundedText('cleared_by', 254, { nullable: true }),
    instant('shelved_until', { nullable: true }),
    boundedText('shelved_by', 254, { nullable: true }),
    boundedText('shelve_reason', 1000, { nullable: true }),
    boundedText('repeats_event_id', 36, { nullable: true }),
  ],
  indices: [
    unique('alert', 'active_key'),
    { name: 'alert_list', columnNames: ['raised_at', 'id'] },
    { name: 'alert_list_state', columnNames: listColumns },
    { name: 'alert_list_source', columnNames: ['source', ...listColumns] },
    { name: 'alert_list_area', columnNames: ['area_id', ...listColumns] },
    { name: 'alert_list_point', columnNames: ['point_code', ...listColumns] },
    { name: 'alert_shelved', columnNames: ['state', 'shelved_until'] },
    { name: 'alert_origin', columnNames: ['origin_key', 'shelved_until'] },
  ],
});

const alertEvent = new Table({
  name: 'alert_event',
  columns: [
    primary(boundedText('id', 36)),
    int('alert_id'),
    instant('at'),
    boundedText('kind', 16),
    int('count'),
    instant('last_at'),
    boundedText('severity', 16),
    instant('shelved_until', { nullable: true }),
    int('user_id', { nullable: true }),
    boundedText('username', 254),
    boundedText('note', 1000, { nullable: true }),
  ],
  indices: [{ name: 'alert_event_list', columnNames: ['alert_id', 'at', 'id'] }],
});

const alertNotice = new Table({
  name: 'alert_notice',
  columns: [primary(boundedText('id', 36)), int('alert_id'), boundedText('kind', 16), instant('at')],
});

const gatewayAlarm = new Table({
  name: 'gateway_alarm',
  columns: [
    primary(boundedText('id', 255)),
    boundedText('origin_key', 64),
    instant('raised_at'),
    instant('cleared_at', { nullable: true }),
  ],
  indices: [
    { name: 'gateway_alarm_origin', columnNames: ['origin_key', 'cleared_at'] },
    { name: 'gateway_alarm_open', columnNames: ['cleared_at', 'raised_at'] },
    { name: 'gateway_alarm_raised', columnNames: ['raised_at'] },
  ],
});

const TABLES = [alert, alertEvent, alertNotice, gatewayAlarm];
