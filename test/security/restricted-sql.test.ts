// Runs on both profiles: each database has statements of its own.
import { randomBytes } from 'node:crypto';
import { processDialect } from '@app/config';
import { AreaEntity, PointValueEntity, UserEntity, WorkflowMemoryEntity } from '@app/entities';
import {
  databaseOf,
  READABLE_TABLES,
  restrictedAccounts,
  type RestrictedSql,
  urlAs,
} from '@app/restricted-sql';
import type { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { anAccount } from '../factories/an-account';
import { ask, connectAs, dropAccounts, restrictedSql, SECRET } from '../factories/restricted-sql';
import { openDatabase, type TestDatabase, waitFor } from '../harness';
import { describeOnMariaDb, describeOnPostgres } from '../profile';

const DIALECT = processDialect();
const postgres = DIALECT === 'postgres';
const AT = new Date('2026-03-01T12:34:56.789Z');

/** The pool of sessions for one mode, as `RestrictedSql` stores it. */
interface Pool {
  take(signal: AbortSignal): Promise<{ client: Client; reset(): Promise<void> }>;
  release(session: object): void;
}

type Attack = [what: string, query: string];

const text = (sql: RestrictedSql, length: number) =>
  ask(sql, `SELECT ${postgres ? '?::text' : '?'} AS text`, { params: ['x'.repeat(length)] });

/** Statements that must fail in both modes and on both databases. */
const ATTACKS: Attack[] = [
  ['accounts', 'SELECT * FROM user_account'],
  ['passwords by a join', 'SELECT u.password_hash FROM area JOIN user_account u ON 1 = 1'],
  ['passwords by a subselect', 'SELECT (SELECT max(password_hash) FROM user_account) AS stolen'],
  [
    'passwords by a condition',
    "SELECT 1 FROM area WHERE (SELECT count(*) FROM user_account WHERE role = 'admin') > 0",
  ],
  ['passwords by a union', 'SELECT name FROM area UNION SELECT password_hash FROM user_account'],
  ['passwords by a common table', 'WITH stolen AS (SELECT * FROM user_account) SELECT * FROM stolen'],
  ['refresh tokens', 'SELECT * FROM refresh_token'],
  ['bound providers', 'SELECT * FROM oauth_account'],
  ['the configuration', 'SELECT * FROM platform_configuration'],
  ['tokens of the gateway', 'SELECT * FROM gateway_token'],
  ['the audit log', 'SELECT * FROM audit_entry'],
  ['secrets of webhooks', 'SELECT * FROM workflow'],
  ['trigger data', 'SELECT trigger_data FROM workflow_execution'],
  ['states of executions', 'SELECT * FROM workflow_execution_state'],
  ['leases', 'SELECT * FROM lease'],
  ['applied migrations', 'SELECT * FROM migrations'],
  ['a second statement', 'SELECT 1; SELECT 2'],
  ['a second statement after a comment', 'SELECT 1 -- x\n; DELETE FROM area'],
  ['a commit', 'COMMIT'],
  ['a read-write transaction', 'START TRANSACTION'],
  ['a session setting', 'SET SESSION TRANSACTION READ WRITE'],
  ['a new table', 'CREATE TABLE planted (id int)'],
  ['a temporary table', 'CREATE TEMPORARY TABLE planted (id int)'],
  ['a dropped table', 'DROP TABLE area'],
  ['a truncated table', 'TRUNCATE TABLE area'],
  ['a changed table', 'ALTER TABLE area ADD COLUMN planted int'],
  ['a new privilege', 'GRANT SELECT ON user_account TO PUBLIC'],
  ['a lock on rows', 'SELECT * FROM area FOR UPDATE'],
  ['a lock on a table', 'LOCK TABLE area'],
  ['an unfinished text', "SELECT 'x"],
  ['an unfinished comment', 'SELECT 1 /* x'],
  ['nothing', '  -- x'],
];

const POSTGRES_ATTACKS: Attack[] = [
  ['password hashes of roles', 'SELECT * FROM pg_authid'],
  ['password hashes of roles, by the view', 'SELECT * FROM pg_shadow'],
  ['a file', "SELECT pg_read_file('/etc/passwd')"],
  ['a file as bytes', "SELECT pg_read_binary_file('/etc/passwd')"],
  ['a file, quoted', `SELECT "pg_read_file"('/etc/passwd')`],
  ['a file, with Unicode escapes', `SELECT U&"pg\\005fread\\005ffile"('/etc/passwd')`],
  ['a folder', "SELECT pg_ls_dir('/')"],
  ['a file by COPY', "COPY area FROM '/etc/passwd'"],
  ['a program', "COPY (SELECT 1) TO PROGRAM 'touch /tmp/planted'"],
  ['a large object of a file', "SELECT lo_import('/etc/passwd')"],
  ['a large object', "SELECT lo_from_bytea(0, 'x')"],
  ['a large object in a file', "SELECT lo_export(1, '/tmp/planted')"],
  ['a code block', 'DO $$ BEGIN PERFORM 1; END $$'],
  ['a function', "CREATE FUNCTION planted() RETURNS int LANGUAGE sql AS 'SELECT 1'"],
  ['an extension', 'CREATE EXTENSION dblink'],
  ['another role', 'SET ROLE postgres'],
  ['another session', 'SET SESSION AUTHORIZATION postgres'],
  ['another role by a function', "SELECT set_config('role', 'postgres', false)"],
  ['its own password', "ALTER ROLE CURRENT_USER PASSWORD 'x'"],
  ['events', "NOTIFY plantroom_events, 'x'"],
  ['events by a function', "SELECT pg_notify('plantroom_events', 'x')"],
  [
    'events by a statement in a text',
    "SELECT query_to_xml('SELECT pg_notify(''plantroom_events'', ''x'')', true, true, '')",
  ],
  ['a subscription to events', 'LISTEN plantroom_events'],
  ['a lock of the application', 'SELECT pg_advisory_lock(1)'],
  ['the end of other sessions', 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity'],
  ['settings by a view', "UPDATE pg_settings SET setting = '0' WHERE name = 'statement_timeout'"],
  ['a table from a select', 'SELECT * INTO TEMP planted FROM area'],
  ['a text continued on another line', "SELECT E'a'\n'\\' , pg_notify(1, 2) --'"],
  ['parameters of its own', 'SELECT $1'],
  ['a write within a query', 'WITH gone AS (DELETE FROM area RETURNING *) SELECT * FROM gone'],
  ['the schema of the service', 'CREATE SCHEMA planted'],
  ['sessions of the server', 'SELECT * FROM pg_stat_activity'],
  ['names of databases', 'SELECT datname FROM pg_database'],
  ['the version of the server', 'SELECT version()'],
  ['a setting of the server', "SELECT current_setting('max_connections')"],
  ['the address of the server', 'SELECT inet_server_addr()'],
  ['a repeated text', "SELECT length(repeat('x', 1000000000)) AS n"],
  ['a padded text', "SELECT length(lpad('x', 250000000)) AS n"],
  ['a formatted text', "SELECT length(format('%1000000000s', 'x')) AS n"],
  ['a filled list', 'SELECT array_length(array_fill(1, ARRAY[100000000]), 1) AS n'],
];

const MYSQL_ATTACKS: Attack[] = [
  ['accounts of the server', 'SELECT * FROM mysql.user'],
  ['accounts of the server, by the table', 'SELECT * FROM mysql.global_priv'],
  ['a file to read', "SELECT LOAD_FILE('/etc/passwd')"],
  ['a file to write', "SELECT 'x' INTO OUTFILE '/tmp/planted'"],
  ['a file to dump into', "SELECT 'x' INTO DUMPFILE '/tmp/planted'"],
  ['a file to load', "LOAD DATA INFILE '/etc/passwd' INTO TABLE workflow_memory"],
  ['a file of this process', "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE workflow_memory"],
  ['a lock of the application', "SELECT GET_LOCK('x', 0)"],
  ['SQL in a comment', 'SELECT 1 /*! FROM user_account */'],
  ['SQL in a comment for MariaDB', 'SELECT 1 /*M! FROM user_account */'],
  ['a hint', 'SELECT /*+ MAX_EXECUTION_TIME(0) */ 1'],
  ['a statement in a text', "EXECUTE IMMEDIATE 'SELECT 1'"],
  ['a lifted time limit', 'SET STATEMENT max_statement_time = 0 FOR SELECT 1'],
  ['a global setting', 'SET GLOBAL general_log = 1'],
  ['a HANDLER statement', 'HANDLER area OPEN'],
  ['the end of other sessions', 'KILL 1'],
  ['a repeated text', "SELECT LENGTH(REPEAT('x', 15000000)) AS n"],
  ['a padded text', "SELECT LENGTH(LPAD('x', 15000000, 'y')) AS n"],
  ['a padded value', "SELECT LENGTH(CAST('x' AS BINARY(15000000))) AS n"],
  ['the data folder of the server', 'SELECT @@datadir'],
  ['the version of the server', 'SELECT VERSION()'],
  ['values by PROCEDURE ANALYSE', 'SELECT name FROM area PROCEDURE ANALYSE()'],
  ['variables of the server', 'SELECT * FROM information_schema.global_variables'],
  ['the host of this process', 'SELECT USER()'],
  ['its own password', "SET PASSWORD = PASSWORD('x')"],
  ['statements of other sessions', 'SHOW FULL PROCESSLIST'],
  ['a new account', "CREATE USER planted IDENTIFIED BY 'x'"],
  ['a shared lock', 'SELECT * FROM area LOCK IN SHARE MODE'],
  ['a sleep without a query', 'DO SLEEP(1)'],
];

/** Statements that write to tables that workflows may only read. */
const WRITES: Attack[] = [
  ['a new area', "INSERT INTO area (id, name, sort_order, status) VALUES (99, 'planted', 0, 'normal')"],
  ['a changed area', "UPDATE area SET name = 'planted'"],
  ['a deleted area', 'DELETE FROM area'],
  ['a new administrator', "UPDATE user_account SET role = 'admin'"],
  ['a value of a point', "UPDATE point_value SET value = '1'"],
  [
    'a copy of secrets',
    'INSERT INTO workflow_memory (name, value) SELECT username, password_hash FROM user_account',
  ],
];

describe('statements of workflows', () => {
  let database: TestDatabase;
  let sql: RestrictedSql;

  beforeAll(async () => {
    database = await openDatabase();
    await anAccount(database.dataSource, { username: 'keeper', role: 'admin' });
    const { manager } = database.dataSource;
    await manager.insert(AreaEntity, { id: 1, name: 'site', sortOrder: 0, status: 'normal' });
    await manager.insert(PointValueEntity, { code: 'p1', value: 21.5, quality: 0, measuredAt: AT });
    sql = restrictedSql(database);
  });
  afterAll(async () => {
    sql.onApplicationShutdown();
    await dropAccounts(database);
    await database.drop();
  });

  const protectedRows = async () => [
    await database.dataSource.manager.find(AreaEntity),
    await database.dataSource.manager.find(UserEntity),
    await database.dataSource.manager.find(PointValueEntity),
  ];

  describe.each(['read', 'write'] as const)('in mode %s', (mode) => {
    it.each([...ATTACKS, ...(postgres ? POSTGRES_ATTACKS : MYSQL_ATTACKS)])(
      'statements are refused: %s (%s)',
      async (_what, query) => {
        const before = await protectedRows();
        await expect(ask(sql, query, { mode })).rejects.toMatchObject({
          name: 'DomainError',
          kind: expect.stringMatching(/^(forbidden|invalid)$/),
        });
        expect(await protectedRows()).toEqual(before);
      },
    );

    it.each(WRITES)('statements are refused if they write: %s (%s)', async (_what, query) => {
      const before = await protectedRows();
      await expect(ask(sql, query, { mode })).rejects.toMatchObject({ kind: 'forbidden' });
      expect(await protectedRows()).toEqual(before);
      expect(await database.dataSource.manager.count(WorkflowMemoryEntity)).toBe(0);
    });
  });

  it('statements can read the building, its measurements and the notes of workflows', async () => {
    for (const table of READABLE_TABLES) {
      await expect(ask(sql, `SELECT * FROM ${table}`)).resolves.toMatchObject({ rows: expect.any(Array) });
    }
    const { rows, rowCount } = await ask(
      sql,
      'SELECT code, value, measured_at FROM point_value WHERE code = ?',
      {
        params: ['p1'],
      },
    );
    expect(rows).toEqual([{ code: 'p1', value: '21.5', measured_at: '2026-03-01T12:34:56.789Z' }]);
    expect(rowCount).toBe(1);
  });

  it('statements treat parameters that look like SQL as plain values', async () => {
    const hostile = "' OR 1 = 1; DROP TABLE area; -- ? $1";
    const { rows } = await ask(sql, 'SELECT name FROM area WHERE name = ?', { params: [hostile] });
    expect(rows).toEqual([]);
  });

  it('statements can write notes in mode write, but not in mode read', async () => {
    const insert = 'INSERT INTO workflow_memory (name, value, updated_at) VALUES (?, ?, ?)';
    const params = ['count', '1', '2026-03-01T00:00:00.000Z'];
    await expect(ask(sql, insert, { params })).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await ask(sql, insert, { params, mode: 'write' })).toEqual({ rows: [], rowCount: 1 });
    const update = 'UPDATE workflow_memory SET value = ? WHERE name = ?';
    expect(await ask(sql, update, { params: ['2', 'count'], mode: 'write' })).toMatchObject({ rowCount: 1 });
    expect((await ask(sql, 'SELECT value, updated_at FROM workflow_memory')).rows).toEqual([
      { value: '2', updated_at: '2026-03-01T00:00:00.000Z' },
    ]);
    expect(await ask(sql, 'DELETE FROM workflow_memory', { mode: 'write' })).toMatchObject({ rowCount: 1 });
  });

  it('statements return numbers, times and bytes in the same JSON on both databases', async () => {
    const query = postgres
      ? `SELECT 9007199254740991::bigint AS safe, 9007199254740993::bigint AS beyond, 1.5::numeric AS fraction,
           1e30::float8 AS large, 'NaN'::float8 AS none, DATE '2026-03-01' AS day, 'abc'::bytea AS bytes,
           TIMESTAMP '2026-03-01 12:00:00.5' AS local, '{"a": [1]}'::jsonb AS object, NULL AS nothing, true AS yes`
      : `SELECT CAST(9007199254740991 AS SIGNED) AS safe, CAST(9007199254740993 AS SIGNED) AS beyond,
           CAST(1.5 AS DECIMAL(9, 3)) AS fraction, 1e30 AS large, NULL AS none, DATE '2026-03-01' AS day,
           CAST('abc' AS BINARY) AS bytes, TIMESTAMP '2026-03-01 12:00:00.5' AS local, NULL AS nothing`;
    const { rows } = await ask(sql, query);
    expect(rows).toEqual([
      {
        safe: 9007199254740991,
        beyond: '9007199254740993',
        fraction: 1.5,
        large: 1e30,
        none: null,
        day: '2026-03-01',
        bytes: 'YWJj',
        local: '2026-03-01T12:00:00.500Z',
        nothing: null,
        ...(postgres && { object: { a: [1] }, yes: true }),
      },
    ]);
  });

  it('statements bind their parameters to question marks, in order', async () => {
    const query = postgres
      ? 'SELECT ?::text AS a, ?::int AS b, ?::text AS c'
      : 'SELECT ? AS a, ? AS b, ? AS c';
    const params = ['?', 7, { list: [1, null] }];
    expect((await ask(sql, query, { params })).rows).toEqual([{ a: '?', b: 7, c: '{"list":[1,null]}' }]);
    await expect(ask(sql, 'SELECT ? AS a', { params: [] })).rejects.toMatchObject({
      code: 'parameters_differ',
    });
    await expect(ask(sql, "SELECT '?' AS a", { params: [1] })).rejects.toMatchObject({
      code: 'parameters_differ',
    });
  });

  it("statements report the database's error, without accounts or addresses", async () => {
    await expect(ask(sql, 'SELECT nothing FROM area')).rejects.toMatchObject({
      kind: 'invalid',
      code: 'statement_failed',
      message: expect.stringContaining('nothing'),
    });
    const failure = await ask(sql, 'SELECT * FROM user_account').catch(String);
    expect(failure).not.toMatch(/_workflow_|127\.0\.0\.1|localhost/);
  });

  describe('within limits', () => {
    let hurried: RestrictedSql;
    let narrow: RestrictedSql;

    beforeAll(() => {
      hurried = restrictedSql(database, { maxMs: 300 });
      narrow = restrictedSql(database, { maxRows: 5, maxCharacters: 2000 });
    });
    afterAll(() => {
      hurried.onApplicationShutdown();
      narrow.onApplicationShutdown();
    });

    const sleeping = postgres ? 'SELECT pg_sleep(30)' : 'SELECT SLEEP(30) FROM area';
    const series = (count: number) =>
      postgres
        ? `SELECT generate_series(1, ${count}) AS i`
        : `WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < ${count}) SELECT i FROM s`;

    const running = async (marker: string) => {
      const found = await database.dataSource.query<unknown[]>(
        postgres
          ? `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%${marker}%' AND pid <> pg_backend_pid()`
          : `SELECT 1 FROM information_schema.processlist WHERE info LIKE '%${marker}%' AND id <> CONNECTION_ID()`,
      );
      return found.length;
    };

    it('statements end after the time limit', async () => {
      await expect(ask(hurried, sleeping)).rejects.toMatchObject({
        kind: 'upstream_timeout',
        code: 'database_timeout',
      });
    });

    it('statements return up to the maximum number of rows', async () => {
      expect((await ask(narrow, series(5))).rowCount).toBe(5);
      await expect(ask(narrow, series(6))).rejects.toMatchObject({
        kind: 'too_large',
        code: 'too_many_rows',
      });
      await expect(ask(narrow, series(postgres ? 5_000_000 : 900))).rejects.toMatchObject({
        code: 'too_many_rows',
      });
    });

    it('statements return rows up to the maximum size', async () => {
      expect((await text(narrow, 1900)).rows[0]?.text).toHaveLength(1900);
      for (const length of [2001, 200_000, 8_000_000]) {
        await expect(text(narrow, length)).rejects.toMatchObject({
          kind: 'too_large',
          code: 'result_too_large',
        });
      }
    });

    it('statements are aborted on the server when the execution ends', async () => {
      const marker = `m${randomBytes(6).toString('hex')}`;
      const stop = new AbortController();
      const reason = new Error('cancelled');
      const query = postgres ? `SELECT pg_sleep(30) AS ${marker}` : `SELECT SLEEP(30) AS ${marker} FROM area`;
      const asking = ask(sql, query, { signal: stop.signal });
      await waitFor(() => running(marker), { what: 'the statement to run' });
      stop.abort(reason);
      await expect(asking).rejects.toBe(reason);
      await waitFor(async () => (await running(marker)) === 0, { what: 'the statement to end' });
    });

    it('statements wait for a free session, and then run', async () => {
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => ask(sql, 'SELECT count(*) AS n FROM area')),
      );
      expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 40 }, () => 1));
    });
  });

  /**
   * Returns true if each idle session was reset. After a reset, the last statement of a session is the one that ends
   * the reset.
   */
  async function sessionsAreReset(): Promise<boolean> {
    const sessions = await database.dataSource.query<{ query: string }[]>(
      "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE '%workflow\\_r'",
    );
    return sessions.length > 0 && sessions.every(({ query }) => query.includes('SET TimeZone'));
  }

  describeOnPostgres('on PostgreSQL', () => {
    // On PostgreSQL, a workflow's statement cannot see the state of its session, so this test inspects the session
    // directly.
    it('statements run in a session whose whole state is reset after each statement', async () => {
      await ask(sql, 'SELECT 0 AS n');
      await waitFor(sessionsAreReset, { what: 'the sessions to be reset' });

      const pool = (Reflect.get(sql, 'pools') as Map<string, Pool>).get('read');
      const session = await pool?.take(new AbortController().signal);
      if (!pool || !session) throw new Error('The database has no session of the account.');
      const { client } = session;
      const look = async () => {
        const { rows } = await client.query<object>(
          `SELECT (SELECT count(*)::int FROM pg_prepared_statements) AS prepared,
           current_setting('application_name') AS application, current_setting('statement_timeout') AS timeout`,
        );
        return rows[0];
      };
      try {
        await client.query('PREPARE planted AS SELECT 1');
        await client.query("SET application_name = 'planted'; SET statement_timeout = 0");
        expect(await look()).toEqual({ prepared: 1, application: 'planted', timeout: '0' });
        await session.reset();
        expect(await look()).toEqual({ prepared: 0, application: '', timeout: '10s' });
      } finally {
        pool.release(session);
      }
    });
  });

  describeOnMariaDb('on MariaDB', () => {
    it('statements leave no variables behind for the next statement', async () => {
      for (let turn = 0; turn < 5; turn++) {
        expect((await ask(sql, 'SELECT (@left := 5) - 5 AS n')).rows).toEqual([{ n: 0 }]);
        expect((await ask(sql, 'SELECT count(@left) AS n')).rows).toEqual([{ n: 0 }]);
      }
    });
  });

  describe('with no protection besides the grants', () => {
    const connections: DataSource[] = [];
    const as = async (mode: 'read' | 'write') => {
      const account = restrictedAccounts(DIALECT, databaseOf(database.url), SECRET)[mode];
      const connection = await connectAs(urlAs(database.url, account));
      connections.push(connection);
      return connection;
    };

    beforeAll(() => ask(sql, 'SELECT 1 AS a'));
    afterAll(() => Promise.all(connections.map((connection) => connection.destroy())));

    const SECRETS = [
      'user_account',
      'refresh_token',
      'oauth_account',
      'platform_configuration',
      'gateway',
      'gateway_token',
      'workflow',
    ];
    const everywhere = [
      ...SECRETS.map((table) => `SELECT * FROM ${table}`),
      ...WRITES.map(([, query]) => query),
      'CREATE TABLE planted (id int)',
      'CREATE TEMPORARY TABLE planted (id int)',
      'DROP TABLE area',
      postgres ? 'GRANT SELECT ON user_account TO PUBLIC' : 'GRANT SELECT ON area TO root@localhost',
      ...(postgres
        ? [
            'SELECT * FROM pg_authid',
            "SELECT pg_read_file('/etc/passwd')",
            "COPY (SELECT 1) TO PROGRAM 'true'",
            "COPY area TO '/tmp/planted'",
            "SELECT lo_import('/etc/passwd')",
            'SET ROLE postgres',
            'SET SESSION AUTHORIZATION postgres',
            'CREATE SCHEMA planted',
            'CREATE EXTENSION dblink',
            'ALTER ROLE CURRENT_USER SUPERUSER',
          ]
        : [
            'SELECT * FROM mysql.user',
            "SELECT 'x' INTO OUTFILE '/tmp/planted'",
            "LOAD DATA INFILE '/etc/passwd' INTO TABLE workflow_memory",
            'SET GLOBAL general_log = 1',
            "CREATE USER planted IDENTIFIED BY 'x'",
          ]),
    ];

    it.each(['read', 'write'] as const)(
      'statements that read secrets, write to protected tables or administer the server are refused in mode %s',
      async (mode) => {
        const connection = await as(mode);
        const before = await protectedRows();
        for (const query of everywhere) {
          const outcome = await connection.query<unknown>(query).then(
            () => 'done',
            () => 'refused',
          );
          expect([query, outcome]).toEqual([query, 'refused']);
        }
        expect(await protectedRows()).toEqual(before);
      },
    );

    it('statements cannot write notes in mode read', async () => {
      const reader = await as('read');
      await expect(reader.query("INSERT INTO workflow_memory (name) VALUES ('x')")).rejects.toThrow(/denied/);
      await expect(reader.query('DELETE FROM workflow_memory')).rejects.toThrow(/denied/);
    });

    it('statements can see neither other tables nor other sessions', async () => {
      const reader = await as('read');
      const tables = await reader.query<{ name: string }[]>(
        `SELECT table_name AS name FROM information_schema.tables
         WHERE table_schema NOT IN ('information_schema', 'pg_catalog', 'performance_schema') ORDER BY 1`,
      );
      expect(tables.map(({ name }) => name).toSorted()).toEqual(READABLE_TABLES.toSorted());
      const others = await reader.query<unknown[]>(
        postgres
          ? "SELECT query FROM pg_stat_activity WHERE usename = 'postgres' AND query NOT LIKE '<insufficient%' AND query <> ''"
          : "SELECT info FROM information_schema.processlist WHERE user NOT LIKE '%workflow\\_r'",
      );
      expect(others).toEqual([]);
    });
  });
});
