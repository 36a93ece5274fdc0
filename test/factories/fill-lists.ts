import { dialectSql, MAIN_GATEWAY, MeterEntity, searchTerms, WORDS } from '@app/entities';
import type { EntityManager } from 'typeorm';
import { LIST_START_MS, listIndexes } from './paged-rows';
import type { TestDatabase } from '../harness';
import { ON_MARIADB } from '../profile';
import {
  idOf,
  atOf,
  executions,
  entries,
  users,
  writes,
  workflows,
  plans,
  parts,
  faults,
  files,
} from './listed-records';

const text = (name: string, values: (string | null)[]) => ({ name, type: 'text' as const, values });
const number = (name: string, values: number[] | number) => ({ name, type: 'int' as const, values });
const instant = (name: string, values: number[] | number) => ({ name, type: 'instant' as const, values });
const flag = (name: string, values: number[] | number) => ({ name, type: 'boolean' as const, values });
const same = (value: string) => listIndexes.map(() => value);

async function fillFiles(manager: EntityManager): Promise<void> {
  const ids = files.map(({ id }) => id);
  await dialectSql.insert(manager, 'file', [
    text('id', ids),
    text(
      'name',
      files.map(({ name }) => name),
    ),
    text('mime_type', same('text/plain')),
    number('size_bytes', 1),
    text('sha256', same('0'.repeat(64))),
    text(
      'category',
      files.map(({ category }) => category),
    ),
    text('created_by', same('ann')),
    instant('created_at', LIST_START_MS),
    text('storage_key', same('files/a.bin')),
  ]);
  const terms = files.flatMap(({ id, name }) => searchTerms([name], WORDS).map((term) => ({ id, term })));
  await dialectSql.insert(manager, 'file_search_term', [
    text(
      'term',
      terms.map(({ term }) => term),
    ),
    text(
      'file_id',
      terms.map(({ id }) => id),
    ),
  ]);
}

const PART = {
  validFrom: '2026-01-01',
  standing: { perMonth: 9.5 },
  energy: { pricePerKwh: 0.25 },
  leviesPerKwh: 0,
  vatPercent: 19,
};

/**
 * Inserts baselines, budgets, gateways, losses, contracts, price series, faults and work orders of the objects, areas and users with the
 * ids 1 and 2, which must exist.
 */
async function fillWork(manager: EntityManager): Promise<void> {
  await dialectSql.insert(manager, 'area', [
    number('id', [1, 2]),
    text('name', ['A', 'B']),
    number('sort_order', 1),
    text('status', ['normal', 'normal']),
  ]);
  await dialectSql.insert(manager, 'baseline', [
    number(
      'id',
      users.map(({ id }) => id),
    ),
    text('name', same('A baseline')),
    number('area_id', 1),
    text('energy_type', same('electricity')),
    text('method', same('dailyChangePoint')),
    instant('period_from', LIST_START_MS),
    instant('period_to', LIST_START_MS + 1),
    instant('reporting_from', LIST_START_MS + 1),
    text('adjustments', same('[]')),
  ]);
  const id = number(
    'id',
    users.map((user) => user.id),
  );
  const currency = text('currency', same('EUR'));
  await dialectSql.insert(manager, 'energy_contract', [
    id,
    text('name', same('A contract')),
    number('area_id', 1),
    text('energy_type', same('electricity')),
    currency,
    text('parts', same(JSON.stringify([PART]))),
    text('supplier_bills', same('{}')),
  ]);
  await dialectSql.insert(manager, 'price_series', [id, text('name', same('A series')), currency]);
  await dialectSql.insert(manager, 'budget', [
    id,
    number('area_id', 1),
    text('energy_type', same('electricity')),
    number(
      'year',
      users.map(({ id }) => id),
    ),
    text('months', same(JSON.stringify(Array.from({ length: 12 }, () => 100)))),
  ]);
  const gateways = users.map((user) => ({ id: user.id + MAIN_GATEWAY, prefix: `g${user.id}.` }));
  await dialectSql.insert(manager, 'gateway', [
    number(
      'id',
      gateways.map((gateway) => gateway.id),
    ),
    number('token_id', 0),
    text('name', same('A gateway')),
    text(
      'prefix',
      gateways.map(({ prefix }) => prefix),
    ),
    text('url', same('http://127.0.0.1:1')),
    text('username', same('service')),
    text('password', same('a password')),
    flag('enabled', 0),
    flag('removed', 0),
  ]);
  await dialectSql.insert(manager, 'loss', [
    id,
    text('rule', same('night_load')),
    number(
      'area_id',
      faults.map((fault) => fault.record),
    ),
    instant('since', LIST_START_MS),
    instant('last_seen_at', LIST_START_MS),
    number('kwh_per_month', 100),
    number(
      'cost_order',
      listIndexes.map((index) => Math.floor(index / 2)),
    ),
    currency,
    text(
      'status',
      faults.map(({ status }) => (status === 'open' ? 'open' : 'gone')),
    ),
    text('evidence', same('[]')),
  ]);
  const ids = faults.map(({ id }) => id);
  const record = faults.map((fault) => fault.record);
  await dialectSql.insert(manager, 'fault', [
    number('id', ids),
    text('title', same('A fault')),
    text(
      'status',
      faults.map(({ status }) => status),
    ),
    text(
      'severity',
      faults.map(({ severity }) => severity),
    ),
    ...['object_id', 'area_id', 'alert_id', 'assignee_id'].map((name) => number(name, record)),
    instant('reported_at', LIST_START_MS),
  ]);
  await dialectSql.insert(manager, 'maintenance', [
    number('id', ids),
    text('title', same('Some work')),
    text(
      'status',
      faults.map(({ status }) => (status === 'closed' ? 'completed' : status)),
    ),
    text(
      'type',
      faults.map(({ severity }) => (severity === 'minor' ? 'preventive' : 'inspection')),
    ),
    text('priority', same('normal')),
    ...['object_id', 'fault_id', 'assignee_id'].map((name) => number(name, record)),
    instant('due_at', listIndexes.map(atOf)),
    text('checklist', same('[]')),
    text('recurrence', same('null')),
  ]);
  await dialectSql.insert(manager, 'fault_comment', [
    number('id', ids),
    number('fault_id', 1),
    text('author_name', same('ann')),
    text('text', same('A comment')),
    instant('created_at', LIST_START_MS),
  ]);
}

/** Inserts the rows of all lists, and updates the statistics of the database's planner. */
export async function fillLists({ dataSource }: TestDatabase): Promise<void> {
  await dataSource.transaction(async (manager) => {
    // The rows refer to existing rows. Checking each reference takes longer than inserting the rows.
    if (!ON_MARIADB) await manager.query("SET LOCAL session_replication_role = 'replica'");
    await fill(manager);
  });
}

async function fill(manager: EntityManager): Promise<void> {
  const ids = listIndexes.map(idOf);
  await dialectSql.insert(manager, 'workflow', [
    text('id', ids),
    text(
      'name',
      workflows.map(({ name }) => name),
    ),
    text('definition', same('{}')),
    text('trigger_type', same('manual')),
    text('trigger_config', same('{}')),
    flag(
      'enabled',
      workflows.map(({ enabled }) => Number(enabled)),
    ),
    text('problems', same('[]')),
    number('revision', 1),
    text('webhook_slug', ids),
    text('webhook_id', ids),
    text('webhook_secret', same('')),
    instant('created_at', LIST_START_MS),
    instant('updated_at', LIST_START_MS),
  ]);
  const workflowTerms = workflows.flatMap(({ id, name }) =>
    searchTerms([name], WORDS).map((term) => ({ id, term })),
  );
  await dialectSql.insert(manager, 'workflow_search_term', [
    text(
      'term',
      workflowTerms.map(({ term }) => term),
    ),
    text(
      'workflow_id',
      workflowTerms.map(({ id }) => id),
    ),
  ]);
  await dialectSql.insert(manager, 'workflow_execution', [
    text('id', ids),
    text('workflow_id', same(idOf(0))),
    number('revision', 1),
    text(
      'status',
      executions.map(({ status }) => status),
    ),
    text(
      'trigger',
      executions.map(({ trigger }) => trigger),
    ),
    text('trigger_data', same('{}')),
    instant('started_at', listIndexes.map(atOf)),
    instant('finished_at', listIndexes.map(atOf)),
    number('version', 1),
    number('revivals', 0),
    flag('dry_run', 0),
  ]);
  await dialectSql.insert(manager, 'audit_entry', [
    text('id', ids),
    instant(
      'at',
      entries.map(({ at }) => at),
    ),
    number(
      'user_id',
      entries.map(({ userId }) => userId),
    ),
    text('username', same('ann')),
    text(
      'action',
      entries.map(({ action }) => action),
    ),
  ]);
  await dialectSql.insert(manager, 'point_write', [
    text('id', ids),
    instant('at', listIndexes.map(atOf)),
    text('kind', same('set')),
    text(
      'code',
      writes.map(({ code }) => code),
    ),
    text('value', same('1')),
    text('previous_value', same('0')),
    text('status', same('written')),
    flag('confirmed', 1),
    text('read_value', same('1')),
    text('fault', same('null')),
    text('username', same('ann')),
    text(
      'execution_id',
      writes.map(({ executionId }) => executionId),
    ),
  ]);
  await dialectSql.insert(manager, 'point_override', [
    text('id', ids),
    text('code', ids),
    text('value', same('1')),
    text('previous_value', same('0')),
    text('username', same('ann')),
    instant('created_at', LIST_START_MS),
    number('attempts', 0),
  ]);
  await dialectSql.insert(manager, 'backup', [
    text('id', ids),
    flag('scheduled', 0),
    flag('includes_files', 1),
    text('status', same('completed')),
    number('progress', 1),
    number('attempts', 1),
    text('created_by', same('ann')),
    instant('created_at', LIST_START_MS),
  ]);
  await dialectSql.insert(manager, 'calendar', [
    number(
      'id',
      users.map(({ id }) => id),
    ),
    text('name', same('A calendar')),
    text('area_ids', same('[]')),
    text('weekly', same('[]')),
    text('exceptions', same('[]')),
  ]);
  await dialectSql.insert(manager, 'api_key', [
    number(
      'id',
      users.map(({ id }) => id),
    ),
    text('name', same('A key')),
    text('prefix', same('pk_3kQ8vZx1')),
    text('key_hash', ids),
    text('role', same('viewer')),
    text('created_by', same('ann')),
    instant('created_at', LIST_START_MS),
  ]);
  await dialectSql.insert(manager, 'notification_rule', [
    number(
      'id',
      users.map(({ id }) => id),
    ),
    text('name', same('A rule')),
    text('min_severity', same('major')),
    text('sources', same('[]')),
    text('area_ids', same('[]')),
    text('channel', same('{"kind":"mail","to":["ann@example.org"]}')),
    text('quiet_hours', same('null')),
    text('escalation', same('[]')),
    flag('enabled', 1),
  ]);
  await dialectSql.insert(manager, 'notification_delivery', [
    text('id', ids),
    text('unique_key', ids),
    number(
      'rule_id',
      writes.map(({ code }) => (code === 'A' ? 1 : 2)),
    ),
    number('alert_id', 1),
    text('type', same('alert.raised')),
    text('channel', same('{"kind":"mail","to":[]}')),
    text('target_key', same('')),
    text('status', same('sent')),
    flag('is_excess', 0),
    number('attempts', 1),
    instant('created_at', atOf(0)),
  ]);
  await dialectSql.insert(manager, 'report_plan', [
    number(
      'id',
      plans.map(({ id }) => id),
    ),
    text('name', same('A plan')),
    number('template_id', 1),
    text('cron', same('0 5 * * *')),
    text('report_range', same('yesterday')),
    text('area_ids', same('[]')),
    flag(
      'enabled',
      plans.map(({ enabled }) => Number(enabled)),
    ),
    text('recipients', same('[]')),
    text('format', same('pdf')),
    text('last_run_id', ids),
  ]);
  await dialectSql.insert(manager, 'report_run', [
    text('id', ids),
    number(
      'plan_id',
      writes.map(({ code }) => (code === 'A' ? 1 : 2)),
    ),
    text('name', same('A plan')),
    number('template_id', 1),
    text('format', same('pdf')),
    text('language', same('en-US')),
    text('timezone', same('UTC')),
    text('area_ids', same('[]')),
    text('status', same('completed')),
    ...['progress', 'attempts'].map((name) => number(name, 1)),
    text('created_by', same('schedule')),
    ...['from_at', 'to_at', 'created_at', 'finished_at'].map((name) => instant(name, LIST_START_MS)),
  ]);
  await dialectSql.insert(manager, 'report_mail', [
    text('id', ids),
    text('run_id', ids),
    text('address', same('ann@example.org')),
    text('status', same('completed')),
    ...['progress', 'attempts'].map((name) => number(name, 1)),
  ]);
  await dialectSql.insert(manager, 'report_template', [
    number(
      'id',
      users.map(({ id }) => id),
    ),
    text('name', same('A template')),
    text('description', same('')),
    text('category', same('custom')),
    text('config', same('{"title":"A report","sections":[{"kind":"summary","metric":"energy"}]}')),
    instant('created_at', LIST_START_MS),
  ]);
  await dialectSql.insert(manager, 'alert_rule', [
    number(
      'id',
      users.map(({ id }) => id),
    ),
    text('name', same('A rule')),
    text('point_code', ids),
    text('kind', same('noData')),
    text('severity', same('major')),
    ...['revision', 'deadband', 'minutes', 'on_delay_seconds', 'off_delay_seconds'].map((name) =>
      number(name, 1),
    ),
    flag('enabled', 1),
  ]);
  await dialectSql.insert(manager, 'reading_import', [
    number(
      'id',
      users.map(({ id }) => id),
    ),
    number('meter_id', 1),
    text('point_code', same('M')),
    text('timezone', same('UTC')),
    flag('decimal_comma', 0),
    text('status', same('done')),
    ...['processed', 'taken', 'duplicates', 'refused_count'].map((name) => number(name, 0)),
    text('refused', same('[]')),
    text('created_by', same('ann')),
    instant('created_at', LIST_START_MS),
  ]);
  const since = new Date(LIST_START_MS);
  await manager.insert(MeterEntity, {
    id: 1,
    pointCode: 'M',
    energyType: 'electricity',
    kind: 'cumulative',
    multiplier: 1,
    intervalSeconds: 900,
    stampedAt: 'start',
    since,
    backfilledTo: since,
    liveFrom: since,
    lastSpanSeconds: 0,
  });
  await dialectSql.insert(manager, 'reading_correction', [
    number(
      'id',
      users.map(({ id }) => id),
    ),
    number('meter_id', 1),
    text('point_code', same('M')),
    text('kind', same('false')),
    text('reason', same('A test of the meter')),
    text('created_by', same('ann')),
    instant('at', LIST_START_MS),
    instant('created_at', LIST_START_MS),
  ]);
  await dialectSql.insert(manager, 'user_account', [
    number(
      'id',
      users.map(({ id }) => id),
    ),
    text(
      'username',
      users.map(({ name }) => name),
    ),
    text(
      'username_folded',
      users.map(({ name }) => name),
    ),
    text(
      'email',
      users.map(({ name }) => name),
    ),
    text(
      'email_folded',
      users.map(({ name }) => name),
    ),
    text(
      'role',
      users.map(({ role }) => role),
    ),
    flag('email_unproven', 0),
    instant('created_at', LIST_START_MS),
  ]);
  const terms = users.flatMap(({ id, name }) => searchTerms([name]).map((term) => ({ id, term })));
  await dialectSql.insert(manager, 'user_search_term', [
    text(
      'term',
      terms.map(({ term }) => term),
    ),
    number(
      'user_id',
      terms.map(({ id }) => id),
    ),
  ]);
  await dialectSql.insert(manager, 'model', [
    number(
      'id',
      users.map(({ id }) => id),
    ),
    text(
      'name',
      users.map(({ name }) => name),
    ),
    text('version', same('1')),
    text('storage_key', same('models/a.bin')),
    text('static_name', ids),
    text('file_name', same('a.glb')),
    text('mime_type', same('model/gltf-binary')),
    number('size_bytes', 1),
    text('sha256', same('')),
    instant('created_at', LIST_START_MS),
  ]);
  await dialectSql.insert(manager, 'model_search_term', [
    text(
      'term',
      terms.map(({ term }) => term),
    ),
    number(
      'model_id',
      terms.map(({ id }) => id),
    ),
  ]);
  const names = text(
    'name',
    parts.map(({ name }) => name),
  );
  const partIds = parts.map(({ id }) => id);
  const owners = parts.map(({ isRare }) => (isRare ? 2 : 1));
  for (const [table, owner, id] of [
    ['building_object', 'model_id', 'object_id'],
    ['point', 'object_id', 'point_id'],
  ] as const) {
    await dialectSql.insert(manager, table, [
      number('id', partIds),
      names,
      { ...names, name: 'code' },
      number(owner, owners),
    ]);
    const partTerms = parts.flatMap(({ id, name }) => searchTerms([name]).map((term) => ({ id, term })));
    await dialectSql.insert(manager, `${id.replace('_id', '')}_search_term`, [
      text(
        'term',
        partTerms.map(({ term }) => term),
      ),
      number(
        id,
        partTerms.map((term) => term.id),
      ),
    ]);
  }
  await fillWork(manager);
  await fillFiles(manager);
  const analyze = ON_MARIADB ? 'ANALYZE TABLE' : 'ANALYZE';
  for (const table of [
    'alert_rule',
    'api_key',
    'backup',
    'baseline',
    'budget',
    'calendar',
    'energy_contract',
    'fault',
    'fault_comment',
    'file',
    'file_search_term',
    'gateway',
    'loss',
    'notification_rule',
    'maintenance',
    'notification_delivery',
    'point_override',
    'point_write',
    'price_series',
    'reading_correction',
    'reading_import',
    'report_mail',
    'report_plan',
    'report_run',
    'report_template',
    'schedule',
    'model',
    'model_search_term',
    'workflow',
    'workflow_execution',
    'workflow_search_term',
    'audit_entry',
    'user_account',
    'user_search_term',
    'building_object',
    'object_search_term',
    'point',
    'point_search_term',
  ]) {
    await manager.query(`${analyze} ${table}`);
  }
}
