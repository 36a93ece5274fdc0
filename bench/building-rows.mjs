/** The rows of the groups `journals`, `building` and `records` of the benchmark `lists`. `list-rows.mjs` describes the format. */

/** Returns an insert of the terms by which the rows of a table are found. The name of row 7 is `part-7`. */
const searchTerms = (table, column, id, share) =>
  ["CONCAT('part-', n)", "CONCAT('', n)"].map((term) => ({
    share,
    insert: `INSERT INTO ${table} (term, ${column}) SELECT ${term}, ${id}`,
  }));

/**
 * The lists begin with the newest rows, so their rare values are in the oldest ones. A tenth of the files have terms for
 * the search. All comments belong to the first fault.
 */
const journalStatements = ({ id, at }) => [
  {
    share: 1,
    insert: `INSERT INTO point_write (id, at, kind, code, value, previous_value, status, confirmed, read_value, fault,
        username, execution_id)
      SELECT ${id}, ${at}, 'set', CASE WHEN n <= 30 THEN 'RARE' ELSE 'P' END, '1', '0', 'written', (n > 0), '1', 'null',
        'ann', CASE WHEN n BETWEEN 20 AND 50 THEN '01900000-0000-7000-8000-000000000001'
          ELSE '01900000-0000-7000-8000-000000000002' END`,
  },
  {
    share: 1,
    insert: `INSERT INTO file (id, name, mime_type, size_bytes, sha256, category, created_by, created_at, storage_key)
      SELECT ${id}, CONCAT('part-', n), 'text/plain', 1, REPEAT('0', 64),
        CASE WHEN n <= 30 THEN 'report' WHEN n % 3 = 0 THEN 'backup' ELSE 'upload' END, 'ann', ${at}, 'files/a.bin'`,
  },
  ...searchTerms('file_search_term', 'file_id', id, 0.1),
  {
    share: 1,
    insert: `INSERT INTO reading_import (id, meter_id, point_code, timezone, decimal_comma, status, processed, taken,
        duplicates, refused_count, refused, created_by, created_at)
      SELECT n, 1, 'M', 'UTC', (n < 0), 'done', 1, 1, 0, 0, '[]', 'ann', ${at}`,
  },
  {
    share: 1,
    insert: `INSERT INTO fault_comment (id, fault_id, author_name, text, created_at)
      SELECT n, 1, 'ann', 'A comment', ${at}`,
  },
  {
    share: 1,
    insert: `INSERT INTO backup (id, scheduled, includes_files, status, progress, attempts, created_by, created_at)
      SELECT ${id}, (n < 0), (n > 0), 'completed', 1, 1, 'ann', ${at}`,
  },
];

/** The tables that grow by themselves, which the benchmark `lists` fills. */
export const JOURNAL_LISTS = {
  statements: journalStatements,
  tables: ['point_write', 'file', 'file_search_term', 'reading_import', 'fault_comment', 'backup'],
};

/**
 * The lists begin with the oldest rows, so their rare values are in the newest ones. A tenth of the objects and points
 * have terms for the search.
 */
const buildingStatements = ({ id, at }) => [
  {
    share: 1,
    insert: `INSERT INTO point_override (id, code, value, previous_value, username, created_at, attempts)
      SELECT ${id}, CONCAT('P', n), '1', '0', 'ann', ${at}, 0`,
  },
  {
    share: 0.1,
    insert: `INSERT INTO model (id, name, version, storage_key, static_name, file_name, mime_type, size_bytes, sha256,
        created_at)
      SELECT n, CONCAT('part-', n), '1', 'models/a.bin', ${id}, 'a.glb', 'model/gltf-binary', 1, REPEAT('0', 64), ${at}`,
  },
  ...searchTerms('model_search_term', 'model_id', 'n', 0.1),
  ...[
    ['building_object', 'model_id', 'object_search_term', 'object_id'],
    ['point', 'object_id', 'point_search_term', 'point_id'],
  ].flatMap(([table, owner, terms, column]) => [
    {
      share: 1,
      insert: `INSERT INTO ${table} (id, name, code, ${owner})
        SELECT n, CONCAT('part-', n), CONCAT('part-', n), CASE WHEN n > :last - 30 THEN 2 ELSE 1 END`,
    },
    ...searchTerms(terms, column, 'n', 0.1),
  ]),
];

/** The tables of models, objects, points and overrides that the benchmark `lists` fills. */
export const BUILDING_LISTS = {
  statements: buildingStatements,
  tables: [
    'point_override',
    'model',
    'model_search_term',
    'building_object',
    'object_search_term',
    'point',
    'point_search_term',
  ],
};

/** All runs belong to the first report plan. */
const recordStatements = ({ id, at }) => [
  {
    share: 1,
    insert: `INSERT INTO report_plan (id, name, template_id, cron, report_range, area_ids, enabled, recipients, format,
        last_run_id)
      SELECT n, 'A plan', 1, '0 5 * * *', 'yesterday', '[]', (n <= :last - 30), '[]', 'pdf', ${id}`,
  },
  {
    share: 1,
    insert: `INSERT INTO report_run (id, plan_id, name, template_id, format, language, timezone, area_ids, status,
        progress, attempts, created_by, from_at, to_at, created_at, finished_at)
      SELECT ${id}, 1, 'A plan', 1, 'pdf', 'en-US', 'UTC', '[]', 'completed', 1, 1, 'schedule', ${at}, ${at}, ${at},
        ${at}`,
  },
  {
    share: 1,
    insert: `INSERT INTO report_mail (id, run_id, address, status, progress, attempts)
      SELECT ${id}, ${id}, 'ann@example.org', 'completed', 1, 1`,
  },
  {
    share: 1,
    insert: `INSERT INTO report_template (id, name, description, category, config, created_at)
      SELECT n + 1000, 'A template', '', 'custom', '{"title":"A report","sections":[{"kind":"summary","metric":"energy"}]}', ${at}`,
  },
  {
    share: 1,
    insert: `INSERT INTO calendar (id, name, area_ids, weekly, exceptions) SELECT n, 'A calendar', '[]', '[]', '[]'`,
  },
  {
    share: 1,
    insert: `INSERT INTO api_key (id, name, prefix, key_hash, role, created_by, created_at)
      SELECT n, 'A key', 'pk_3kQ8vZx1', ${id}, 'viewer', 'ann', ${at}`,
  },
  {
    share: 1,
    insert: `INSERT INTO notification_rule (id, name, min_severity, sources, area_ids, channel, quiet_hours, escalation,
        enabled)
      SELECT n, 'A rule', 'major', '[]', '[]', '{"kind":"mail","to":["ann@example.org"]}', 'null', '[]', (n > 0)`,
  },
  {
    share: 1,
    insert: `INSERT INTO alert_rule (id, name, point_code, kind, severity, revision, deadband, minutes,
        on_delay_seconds, off_delay_seconds, enabled)
      SELECT n, 'A rule', CONCAT('P', n), 'noData', 'major', 1, 1, 1, 1, 1, (n > 0)`,
  },
];

/** The tables of reports and of other records that people write, which the benchmark `lists` fills. */
export const RECORD_LISTS = {
  statements: recordStatements,
  tables: [
    'report_plan',
    'report_run',
    'report_mail',
    'report_template',
    'calendar',
    'api_key',
    'notification_rule',
    'alert_rule',
  ],
};

const CONTRACT_PARTS = JSON.stringify([
  {
    validFrom: '2026-01-01',
    standing: { perMonth: 42.5 },
    energy: { pricePerKwh: 0.21 },
    leviesPerKwh: 0.02,
    vatPercent: 19,
  },
]);

/** All rows belong to the first area and its meter. Losses of the second status come last in the order of the list. */
const savingsStatements = ({ at }) => [
  {
    share: 1,
    insert: `INSERT INTO energy_contract (id, name, area_id, energy_type, currency, parts, supplier_bills)
      SELECT n, 'A contract', 1, 'electricity', 'EUR', '${CONTRACT_PARTS}', '{}'`,
  },
  {
    share: 1,
    insert: `INSERT INTO baseline (id, name, area_id, energy_type, method, period_from, period_to, reporting_from,
        adjustments)
      SELECT n, 'A baseline', 1, 'electricity', 'dailyChangePoint', ${at}, ${at}, ${at}, '[]'`,
  },
  {
    share: 1,
    insert: `INSERT INTO loss (id, rule, area_id, since, last_seen_at, kwh_per_month, cost_per_month, currency,
        cost_order, status, evidence)
      SELECT n, 'night_load', 1, ${at}, ${at}, n, n, 'EUR', n, CASE WHEN n <= 30 THEN 'open' ELSE 'gone' END, '[]'`,
  },
  {
    share: 1,
    insert: `INSERT INTO reading_correction (id, meter_id, point_code, kind, at, reason, created_by, created_at)
      SELECT n, 1, 'METER', 'false', ${at}, 'A gap', 'ann', ${at}`,
  },
];

/** The tables of contracts, baselines, losses and corrections that the benchmark `lists` fills. */
export const SAVINGS_LISTS = {
  statements: savingsStatements,
  tables: ['energy_contract', 'baseline', 'loss', 'reading_correction'],
};
