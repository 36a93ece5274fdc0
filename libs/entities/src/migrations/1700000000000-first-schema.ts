import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import {
  bigint,
  boolean,
  boundedText,
  double,
  generatedId,
  instant,
  int,
  longText,
  primary,
  smallint,
  unique,
} from './column-definitions';

/** Creates the tables of accounts, the gateway's token, areas, meters, readings, energy sums and leases. */
export class FirstSchema1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables.toReversed()) await runner.dropTable(table);
  }
}

/**
 * Defines both actions explicitly, because the defaults of the databases differ, and a comparison of the schemas would
 * report the difference.
 */
const reference = (column: string, table: string, onDelete: 'CASCADE' | 'NO ACTION') => ({
  columnNames: [column],
  referencedTableName: table,
  referencedColumnNames: ['id'],
  onDelete,
  onUpdate: 'NO ACTION',
});

const tables = [
  new Table({
    name: 'user_account',
    columns: [
      generatedId('id'),
      boundedText('username', 64),
      boundedText('username_folded', 64),
      boundedText('email', 254),
      boundedText('email_folded', 254),
      boundedText('password_hash', 255, { nullable: true }),
      boundedText('role', 16),
      instant('created_at'),
      instant('last_login_at', { nullable: true }),
    ],
    indices: [unique('user_account', 'username_folded'), unique('user_account', 'email_folded')],
  }),
  new Table({
    name: 'refresh_token',
    columns: [primary(int('user_id')), boundedText('token_hash', 64), instant('expires_at')],
    indices: [unique('refresh_token', 'token_hash')],
    foreignKeys: [reference('user_id', 'user_account', 'CASCADE')],
  }),
  new Table({
    name: 'user_preferences',
    columns: [primary(int('user_id')), longText('preferences')],
    foreignKeys: [reference('user_id', 'user_account', 'CASCADE')],
  }),
  new Table({
    name: 'lease',
    columns: [
      primary(boundedText('name', 64)),
      boundedText('holder', 64),
      bigint('epoch'),
      instant('expires_at'),
    ],
  }),
  new Table({
    name: 'gateway_token',
    columns: [
      primary(int('id')),
      longText('access_token'),
      longText('refresh_token'),
      bigint('expires_at_ms'),
    ],
  }),
  new Table({
    name: 'platform_configuration',
    columns: [
      primary(int('id')),
      boundedText('platform_name', 100),
      boundedText('logo_url', 2048, { nullable: true }),
      boundedText('timezone', 64),
      boundedText('language', 8),
      boundedText('currency', 3),
      boolean('registration_enabled'),
      longText('tariffs'),
      longText('mail'),
      longText('weather'),
    ],
  }),
  new Table({
    name: 'point_value',
    columns: [
      primary(boundedText('code', 255)),
      longText('value'),
      smallint('quality'),
      instant('measured_at'),
    ],
  }),
  new Table({
    name: 'area',
    columns: [
      primary(int('id')),
      boundedText('name', 255),
      int('parent_id', { nullable: true }),
      int('sort_order'),
      double('warning_kw', { nullable: true }),
      double('over_limit_kw', { nullable: true }),
      boundedText('status', 16),
    ],
  }),
  new Table({
    name: 'meter',
    columns: [
      generatedId('id'),
      boundedText('point_code', 255),
      boundedText('energy_type', 16),
      boundedText('kind', 16),
      double('multiplier'),
      int('interval_seconds'),
      boundedText('stamped_at', 8),
      double('register_max', { nullable: true }),
      instant('since'),
      instant('backfilled_to'),
      instant('live_from'),
      instant('pruned_to', { nullable: true }),
      instant('rebuild_requested_at', { nullable: true }),
      boundedText('days_zone', 64, { nullable: true }),
      instant('removed_at', { nullable: true }),
      instant('last_reading_at', { nullable: true }),
      double('last_power_kw', { nullable: true }),
      instant('last_power_at', { nullable: true }),
      int('last_span_seconds'),
    ],
    indices: [unique('meter', 'point_code')],
  }),
  new Table({
    name: 'area_meter',
    columns: [primary(int('area_id')), primary(int('meter_id')), int('sort_order')],
    foreignKeys: [reference('area_id', 'area', 'CASCADE'), reference('meter_id', 'meter', 'NO ACTION')],
  }),
  new Table({
    name: 'reading',
    columns: [
      primary(int('meter_id')),
      primary(instant('at')),
      double('value', { nullable: true }),
      smallint('quality'),
    ],
  }),
  new Table({
    name: 'meter_hour',
    columns: [
      primary(int('meter_id')),
      primary(instant('hour')),
      ...[0, 1, 2, 3].map((quarter) => bigint(`energy${quarter}`, { nullable: true })),
      ...[0, 1, 2, 3].map((quarter) => int(`covered${quarter}`)),
      smallint('cuts'),
    ],
  }),
  new Table({
    name: 'meter_day',
    columns: [
      primary(int('meter_id')),
      primary(instant('starts_at')),
      bigint('energy', { nullable: true }),
      int('covered'),
      smallint('cuts'),
    ],
  }),
];
