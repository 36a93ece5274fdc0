// Runs in the full check only: its statements use all processors.
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { processDialect } from '@app/config';
import { AreaEntity } from '@app/entities';
import type { RestrictedSql } from '@app/restricted-sql';
import { ask, dropAccounts, restrictedSql } from '../factories/restricted-sql';
import { openDatabase, type TestDatabase, waitFor } from '../harness';

const postgres = processDialect() === 'postgres';
const LIMIT_MS = 400;
/** Number of concurrent statements in the tests. It is also the number of sessions that a process has per mode. */
const AT_ONCE = 5;
/**
 * Memory limit. PostgreSQL: for each server process, without shared memory. MariaDB: for the whole server.
 */
const MOST_MB = postgres ? 400 : 700;

const ROWS =
  'WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 50000000), t AS (SELECT a.i FROM s a, s b, s c)';

/** Statements that would use unlimited memory, time or disk space. */
const GREEDY: [string, string][] = postgres
  ? [
      ['jsonb_agg', 'SELECT octet_length(jsonb_agg(i)::text) AS n FROM generate_series(1, 20000000) i'],
      ['json_agg', 'SELECT length(json_agg(i)::text) AS n FROM generate_series(1, 50000000) i'],
      ['string_agg', "SELECT length(string_agg(i::text, ',')) AS n FROM generate_series(1, 50000000) i"],
      [
        'array_agg',
        'SELECT array_length(array_agg(i), 1) AS n FROM (SELECT generate_series(1, 100000000) AS i) s',
      ],
      ['ARRAY()', 'SELECT array_length(ARRAY(SELECT generate_series(1, 100000000)), 1) AS n'],
      [
        'xmlagg',
        'SELECT length(xmlagg(xmlelement(name a, i))::text) AS n FROM generate_series(1, 20000000) i',
      ],
      [
        'a text that is doubled repeatedly',
        "WITH RECURSIVE t (x) AS (SELECT 'x'::text UNION ALL SELECT x || x FROM t WHERE length(x) < 500000000) SELECT max(length(x)) AS n FROM t",
      ],
      ['generate_series', 'SELECT count(*) AS n FROM generate_series(1, 5000000000) i'],
      ['DISTINCT', 'SELECT count(DISTINCT i) AS n FROM generate_series(1, 5000000000) i'],
      [
        'a regular expression',
        "SELECT string_agg('a', '') ~ '(a*)*(a*)*(a*)*b\\1' AS n FROM generate_series(1, 5000000) i",
      ],
      [
        'a number with many digits',
        'SELECT max(length((9::numeric ^ (100000 + i))::text)) AS n FROM generate_series(1, 20000) i',
      ],
    ]
  : [
      ['GROUP_CONCAT', `${ROWS} SELECT LENGTH(GROUP_CONCAT(i)) AS n FROM t`],
      ['JSON_ARRAYAGG', `${ROWS} SELECT LENGTH(JSON_ARRAYAGG(i)) AS n FROM t`],
      ['DISTINCT', `${ROWS} SELECT COUNT(DISTINCT MD5(i), RAND()) AS n FROM t`],
      ['a sort', `${ROWS} SELECT i FROM t ORDER BY RAND() LIMIT 1`],
      ['a window function', `${ROWS} SELECT MEDIAN(i) OVER () AS n FROM t LIMIT 1`],
      [
        'a regular expression',
        `${ROWS} SELECT COUNT(*) AS n FROM t WHERE CONCAT_WS('a', i, i, i, i, i, i, i, i) REGEXP '([0-9a]*)*([0-9a]*)*b'`,
      ],
      ['BENCHMARK', "SELECT BENCHMARK(1000000000, SHA2('a', 512)) AS n"],
      ['a join of large tables', `${ROWS} SELECT COUNT(*) AS n FROM t a, t b`],
    ];

/**
 * Returns how many statements run at once. PostgreSQL limits each process separately, so two kinds of statements are
 * enough to show this.
 */
const countOf = (index: number) => (postgres && index > 1 ? 1 : AT_ONCE);

const LONG = 'x'.repeat(100_000);
/** Statements that exceed the limits of a session, with their parameters. */
const TOO_LARGE: [string, string, string[]][] = postgres
  ? [
      [
        'memory',
        'SELECT array_length(array_agg(?::text || i), 1) AS n FROM generate_series(1, 6000) i',
        [LONG],
      ],
      [
        'temporary space',
        'SELECT max(length(t)) AS n FROM (SELECT DISTINCT ?::text || i AS t FROM generate_series(1, 4000) i) s',
        [LONG],
      ],
    ]
  : [
      [
        'temporary space',
        'WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 900), t AS (SELECT CONCAT(?, i) AS x FROM s LIMIT 900) SELECT MAX(LENGTH(a.x)) AS n FROM t a JOIN t b ON a.x > b.x',
        [LONG.repeat(10)],
      ],
    ];

describe('expensive statements of workflows', () => {
  let database: TestDatabase;
  let sql: RestrictedSql;

  beforeAll(async () => {
    database = await openDatabase();
    sql = restrictedSql(database, { maxMs: LIMIT_MS });
    await ask(sql, 'SELECT 1 AS a');
  });
  afterAll(async () => {
    sql.onApplicationShutdown();
    await dropAccounts(database);
    await database.drop();
  });

  /** Returns the ids of the server processes or sessions that currently run statements of the account. */
  async function busy(): Promise<number[]> {
    const rows = await database.dataSource.query<{ id: number }[]>(
      postgres
        ? `SELECT pid AS id FROM pg_stat_activity
           WHERE state = 'active' AND datname = current_database() AND usename LIKE '%workflow\\_r'
             AND query NOT LIKE '%pg_terminate_backend%'`
        : `SELECT id FROM information_schema.processlist
           WHERE command <> 'Sleep' AND user LIKE '%workflow\\_r' AND info NOT LIKE '%processlist%'`,
    );
    return rows.map(({ id }) => id);
  }

  const serverProcess = async () => {
    const [row] = await database.dataSource.query<{ file: string }[]>('SELECT @@pid_file AS file');
    return Number(readFileSync(row?.file ?? '', 'utf8'));
  };

  /**
   * Watches the server until `running` settles. Returns the peak memory of a process, and the maximum number of
   * statements that ran at once.
   */
  async function watch(running: Promise<unknown>): Promise<{ peakMb: number; mostBusy: number }> {
    const server = postgres ? [] : [await serverProcess()];
    const state = { over: false };
    void running.then(() => (state.over = true));
    let peakMb = 0;
    let mostBusy = 0;
    for (let ids = await busy(); !state.over || ids.length > 0; ids = await busy()) {
      mostBusy = Math.max(mostBusy, ids.length);
      for (const pid of postgres ? ids : server) peakMb = Math.max(peakMb, ownMemoryMb(pid));
      await delay(20);
    }
    return { peakMb, mostBusy };
  }

  it.each(GREEDY.map(([what, query], index) => ({ what, query, count: countOf(index) })))(
    'expensive statements end in time, use little memory and do not block other statements: $what, $count at once',
    async ({ query, count }) => {
      const startedAtMs = performance.now();
      const asking = Promise.all(
        Array.from({ length: count }, () =>
          ask(sql, query).then(
            () => 'done',
            (error: { code?: string }) => error.code,
          ),
        ),
      );
      const watching = watch(asking);
      // The service itself must remain responsive.
      await expect(database.dataSource.manager.count(AreaEntity)).resolves.toBe(0);
      const outcomes = await asking;
      for (const outcome of outcomes) {
        expect(outcome).toMatch(/^(done|statement_too_large|database_timeout|statement_failed)$/);
      }
      const { peakMb, mostBusy } = await watching;
      // Statements that end quickly may run unnoticed between two observations.
      const least = outcomes.includes('database_timeout') ? 1 : 0;
      expect(mostBusy).toBeGreaterThanOrEqual(least);
      expect(peakMb).toBeGreaterThanOrEqual(least);
      expect(peakMb).toBeLessThan(MOST_MB);
      // This limit is generous, because the machine may be busy. It shows that each statement ends.
      expect(performance.now() - startedAtMs).toBeLessThan(15_000);
      await waitFor(async () => (await ask(sql, 'SELECT 2 AS two')).rows[0]?.two === 2, {
        what: 'the sessions to be free',
      });
    },
  );

  it.each(TOO_LARGE)(
    'expensive statements are refused if they exceed a limit: %s',
    async (_what, query, params) => {
      const patient = restrictedSql(database, { maxMs: 20_000 });
      const failure = await ask(patient, query, { params }).catch((error: unknown) => error);
      patient.onApplicationShutdown();
      expect(failure).toMatchObject({ kind: 'too_large', code: 'statement_too_large' });
      expect((await ask(sql, 'SELECT 2 AS two')).rows).toEqual([{ two: 2 }]);
    },
  );

  it('expensive statements never exceed the number of sessions, even while other statements wait or time out', async () => {
    const [[, query] = ['', '']] = GREEDY.slice(-1);
    const asking = Promise.allSettled(Array.from({ length: 4 * AT_ONCE }, () => ask(sql, query)));
    const { mostBusy } = await watch(asking);
    expect(mostBusy).toBeGreaterThan(1);
    expect(mostBusy).toBeLessThanOrEqual(AT_ONCE);
  });
});

/** Returns the memory of a process; 0 if it has ended or the system does not report its memory. */
function ownMemoryMb(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return 0;
  try {
    return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
