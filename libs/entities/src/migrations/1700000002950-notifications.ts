import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import {
  boolean,
  boundedText,
  generatedId,
  instant,
  int,
  longText,
  primary,
  unique,
} from './column-definitions';

/** Adds notification rules, their deliveries and escalations, and counters for rate limits. */
export class Notifications1700000002950 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(table);
    await runner.createIndex('alert_notice', NOTICE_INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('alert_notice', NOTICE_INDEX);
    for (const table of TABLES.toReversed()) await runner.dropTable(table);
  }
}

const NOTICE_INDEX = new TableIndex({ name: 'alert_notice_alert', columnNames: ['alert_id'] });

const rule = new Table({
  name: 'notification_rule',
  columns: [
    generatedId('id'),
    boundedText('name', 255),
    boundedText('min_severity', 16),
    longText('sources'),
    longText('area_ids'),
    longText('channel'),
    longText('quiet_hours'),
    longText('escalation'),
    boolean('enabled'),
  ],
});

const delivery = new Table({
  name: 'notification_delivery',
  columns: [
    primary(boundedText('id', 36)),
    boundedText('unique_key', 64),
    int('rule_id'),
    int('alert_id'),
    boundedText('type', 16),
    longText('channel'),
    boundedText('target_key', 64),
    boundedText('status', 8),
    boolean('is_excess'),
    int('attempts'),
    boundedText('error', 500, { nullable: true }),
    boundedText('claim', 36, { nullable: true }),
    instant('due_at', { nullable: true }),
    instant('created_at'),
    instant('sent_at', { nullable: true }),
  ],
  indices: [
    unique('notification_delivery', 'unique_key'),
    { name: 'notification_delivery_list', columnNames: ['rule_id', 'id'] },
    { name: 'notification_delivery_alert', columnNames: ['alert_id'] },
    { name: 'notification_delivery_due', columnNames: ['due_at', 'id'] },
    { name: 'notification_delivery_target', columnNames: ['target_key', 'due_at'] },
    { name: 'notification_delivery_claim', columnNames: ['claim'] },
    { name: 'notification_delivery_created', columnNames: ['created_at'] },
  ],
});

const escalation = new Table({
  name: 'notification_escalation',
  columns: [
    primary(int('rule_id')),
    primary(boundedText('notice_id', 36)),
    primary(int('step')),
    int('alert_id'),
    instant('due_at'),
  ],
  indices: [{ name: 'notification_escalation_due', columnNames: ['due_at'] }],
});

const target = new Table({
  name: 'notification_target',
  columns: [primary(boundedText('target_key', 64)), instant('window_start'), int('messages')],
});

const TABLES = [rule, delivery, escalation, target];
