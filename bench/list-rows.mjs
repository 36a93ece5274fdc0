/** Fills tables with rows that the database generates. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** Rows per statement. */
const CHUNK = 500_000;

/**
 * The statements per table. `n` is the number of the row, from 1. `id` and `at` are SQL expressions that derive an id
 * and a time from `n`.
 */
const listStatements = ({ id, at }) => [
  {
    share: 0.1,
    insert: `INSERT INTO workflow (id, name, definition, trigger_type, trigger_config, enabled, problems, revision,
        webhook_slug, webhook_id, webhook_secret, created_at, updated_at)
      SELECT ${id}, CONCAT('workflow-', n), '{"nodes":[],"edges":[]}', 'manual', '{}', (n < :last), '[]', 1,
        ${id}, ${id}, '', ${at}, ${at}`,
  },
  ...["CONCAT('workflow-', n)", "CONCAT('', n)"].map((term) => ({
    share: 0.1,
    insert: `INSERT INTO workflow_search_term (term, workflow_id) SELECT ${term}, ${id}`,
  })),
  {
    share: 1,
    insert: `INSERT INTO workflow_execution (id, workflow_id, revision, status, "trigger", trigger_data, started_at,
        finished_at, version, revivals, dry_run)
      SELECT ${id}, '01900000-0000-7000-8000-000000000001', 1, CASE WHEN n <= 30 THEN 'failed' ELSE 'success' END,
        CASE WHEN n BETWEEN 20 AND 50 THEN 'schedule' ELSE 'webhook' END, '{"room":"A 101"}', ${at}, ${at}, 1, 0,
        (n < 0)`,
  },
  {
    share: 1,
    insert: `INSERT INTO audit_entry (id, at, user_id, username, action, target)
      SELECT ${id}, ${at}, CASE WHEN n <= 30 THEN 2 ELSE 1 END, 'ann',
        CASE WHEN n BETWEEN 20 AND 50 THEN 'user.removed' ELSE 'user.created' END, 'user 7'`,
  },
  {
    share: 0.1,
    insert: `INSERT INTO user_account (id, username, username_folded, email, email_folded, role, email_unproven, created_at)
      SELECT n + 1000, CONCAT('user_', n), CONCAT('user_', n), CONCAT('user_', n), CONCAT('user_', n),
        CASE WHEN n > :last - 30 THEN 'engineer' ELSE 'viewer' END, (n < 0), ${at}`,
  },
  ...["CONCAT('user_', n)", "CONCAT('_', n)", "CONCAT('', n)"].map((term) => ({
    share: 0.1,
    insert: `INSERT INTO user_search_term (term, user_id) SELECT ${term}, n + 1000`,
  })),
];

/** The tables of workflows, users and the audit log that the benchmark `lists` fills. */
export const LISTS = {
  statements: listStatements,
  tables: [
    'workflow',
    'workflow_search_term',
    'workflow_execution',
    'audit_entry',
    'user_account',
    'user_search_term',
  ],
};

/**
 * Lists of the newest rows first have their rare values in the oldest rows, and the history of an alert, which lists the
 * oldest events first, has no filter. All events belong to the first alert, and all deliveries to the first rule.
 */
const operationStatements = ({ id, at }) => [
  {
    share: 1,
    insert: `INSERT INTO alert (id, source, type, originator, origin_key, severity, state, acknowledged, point_code,
        area_id, title, value, occurrences, raised_at, last_raised_at)
      SELECT n, CASE WHEN n BETWEEN 20 AND 50 THEN 'workflow' ELSE 'gateway' END, 'alarm', CONCAT('P', n),
        CONCAT('key-', n), CASE WHEN n <= 30 THEN 'critical' ELSE 'minor' END,
        CASE WHEN n <= 30 THEN 'active' WHEN n <= 50 THEN 'shelved' ELSE 'cleared' END, (n NOT BETWEEN 20 AND 50),
        CASE WHEN n <= 30 THEN 'RARE' ELSE 'P' END, CASE WHEN n <= 30 THEN 2 ELSE 1 END, 'An alert', 'null', 1,
        ${at}, ${at}`,
  },
  {
    share: 1,
    insert: `INSERT INTO alert_event (id, alert_id, at, kind, count, last_at, severity, username)
      SELECT ${id}, 1, ${at}, 'repeated', 1, ${at}, 'minor', 'gateway'`,
  },
  {
    share: 1,
    insert: `INSERT INTO maintenance (id, title, type, status, priority, due_at, checklist, recurrence)
      SELECT n, 'A work order', CASE WHEN n BETWEEN 20 AND 50 THEN 'inspection' ELSE 'preventive' END,
        CASE WHEN n <= 30 THEN 'open' ELSE 'completed' END, 'normal', ${at}, '[]', 'null'`,
  },
  {
    share: 1,
    insert: `INSERT INTO notification_delivery (id, unique_key, rule_id, alert_id, type, channel, target_key, status,
        is_excess, attempts, created_at)
      SELECT ${id}, ${id}, 1, 1, 'alert.raised', '{"kind":"mail","to":["ann@example.org"]}', ${id}, 'sent', (n < 0), 1,
        ${at}`,
  },
  {
    share: 1,
    insert: `INSERT INTO fault (id, title, severity, status, alert_id, reported_at)
      SELECT n, 'A fault', CASE WHEN n BETWEEN 20 AND 50 THEN 'critical' ELSE 'minor' END,
        CASE WHEN n <= 30 THEN 'open' ELSE 'closed' END, CASE WHEN n <= 30 THEN 1 ELSE 2 END, ${at}`,
  },
];

/** The tables of alerts, faults and maintenance that the benchmark `lists` fills. */
export const OPERATION_LISTS = {
  statements: operationStatements,
  tables: ['alert', 'alert_event', 'maintenance', 'notification_delivery', 'fault'],
};

async function fill(run, rows, statements, series) {
  for (const { share, insert } of statements) {
    const count = Math.floor(rows * share);
    for (let from = 1; from <= count; from += CHUNK) {
      const to = Math.min(count, from + CHUNK - 1);
      await run(`${insert.replaceAll(':last', String(count))} FROM ${series(from, to)}`);
    }
  }
}

export const dialects = {
  postgres: {
    async fill(url, rows, { statements: statementsOf }) {
      const { Client } = require('pg');
      const client = new Client({ connectionString: url });
      await client.connect();
      // The rows refer to records that are not inserted.
      await client.query('SET synchronous_commit = off; SET session_replication_role = replica');
      const statements = statementsOf({
        id: `CONCAT('01900000-0000-7000-8000-', lpad(to_hex(n), 12, '0'))`,
        at: `timestamptz '2026-01-01Z' + n * interval '1 second'`,
      });
      await fill(
        (sql) => client.query(sql),
        rows,
        statements,
        (from, to) => `generate_series(${from}, ${to}) AS n`,
      );
      await client.query('VACUUM ANALYZE');
      await client.end();
    },
  },
  mysql: {
    async fill(url, rows, { statements: statementsOf, tables }) {
      const { createConnection } = require('mysql2/promise');
      const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'));
      await connection.query(
        `SET sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES'), SESSION foreign_key_checks = 0`,
      );
      const statements = statementsOf({
        id: `CONCAT('01900000-0000-7000-8000-', LPAD(LOWER(HEX(n)), 12, '0'))`,
        at: `TIMESTAMP'2026-01-01 00:00:00' + INTERVAL n SECOND`,
      });
      await fill(
        (sql) => connection.query(sql),
        rows,
        statements,
        (from, to) => `(SELECT seq AS n FROM seq_${from}_to_${to}) AS series`,
      );
      await connection.query(`ANALYZE TABLE ${tables.join(', ')}`);
      await connection.end();
    },
  },
};
