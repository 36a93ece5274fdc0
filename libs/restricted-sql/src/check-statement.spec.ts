import type { Dialect } from '@app/config';
import { DomainError } from '@app/kernel';
import * as fc from 'fast-check';
import { checkStatement } from './check-statement';
import type { SqlJson } from './restricted-statement';
import { type SqlToken, tokensOf } from './sql-tokens';

const check = (dialect: Dialect, query: string, params: SqlJson[] = [], mode: 'read' | 'write' = 'read') =>
  checkStatement({ query, params, mode }, dialect);
const refusal = expect.objectContaining({ kind: 'forbidden', code: 'statement_refused' });
const BOTH: Dialect[] = ['postgres', 'mysql'];

/** Returns the tokens, or an empty list if the statement is refused. Any other error fails the test. */
function tokensOrRefusal(query: string, dialect: Dialect): SqlToken[] {
  try {
    return tokensOf(query, dialect);
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

describe('checkStatement', () => {
  describe('for PostgreSQL', () => {
    it.each([
      ['SELECT ?', 'SELECT  $1 ', 1],
      ['SELECT ? WHERE a=?AND b IN (?, ?)', 'SELECT  $1  WHERE a= $2 AND b IN ( $3 ,  $4 )', 4],
      ["SELECT '?', ?", "SELECT '?',  $1 ", 1],
      ["SELECT 'it''s ?', ?", "SELECT 'it''s ?',  $1 ", 1],
      ["SELECT 'a\\', ?, 'b'", "SELECT 'a\\',  $1 , 'b'", 1],
      ["SELECT E'a\\'?', ?", "SELECT E'a\\'?',  $1 ", 1],
      ['SELECT "?" FROM t WHERE a = ?', 'SELECT "?" FROM t WHERE a =  $1 ', 1],
      ['SELECT $$?$$, ?', 'SELECT $$?$$,  $1 ', 1],
      ['SELECT $q$ $$ ? $q$, ?', 'SELECT $q$ $$ ? $q$,  $1 ', 1],
      ['SELECT a$b$ FROM t WHERE a = ?', 'SELECT a$b$ FROM t WHERE a =  $1 ', 1],
      ['SELECT 1 -- ?\n, ?', 'SELECT 1 -- ?\n,  $1 ', 1],
      ['SELECT /* ? /* ? */ ? */ ?', 'SELECT /* ? /* ? */ ? */  $1 ', 1],
      ["SELECT data ?? 'a' FROM t WHERE b = ?", "SELECT data ? 'a' FROM t WHERE b =  $1 ", 1],
      ["SELECT data ??| array['a'], ?", "SELECT data ?| array['a'],  $1 ", 1],
      ['SELECT ?::int', 'SELECT  $1 ::int', 1],
    ])('numbers only the question marks that are parameters: %s', (query, text, count) => {
      const params = Array.from({ length: count }, (_, index) => index);
      expect(check('postgres', query, params)).toMatchObject({ text, values: params });
    });
  });

  it.each([
    ["SELECT '\\'?', ?", 1],
    ['SELECT "?", ?', 1],
    ['SELECT `?` FROM t WHERE a = ?', 1],
    ['SELECT 1 # ?\n, ?', 1],
    ['SELECT 1 -- ?\n, ?', 1],
    ['SELECT 1--?', 1],
    ['SELECT /* ? /* ? */ ?', 1],
    ['SELECT ?, ?', 2],
  ])('counts the parameters for MySQL, whose protocol uses question marks: %s', (query, count) => {
    const params = Array.from({ length: count }, () => 'x');
    expect(check('mysql', query, params)).toEqual({ text: query, values: params, writes: false });
  });

  it.each(BOTH)('requires as many values as question marks for %s', (dialect) => {
    for (const params of [[], [1], [1, 2, 3]]) {
      expect(() => check(dialect, "SELECT ?, '?', ?", params)).toThrow(
        expect.objectContaining({ kind: 'invalid', code: 'parameters_differ' }),
      );
    }
  });

  it('binds lists and objects as JSON', () => {
    expect(check('postgres', 'SELECT ?, ?, ?', [[1, 'a'], { b: null }, null]).values).toEqual([
      '[1,"a"]',
      '{"b":null}',
      null,
    ]);
  });

  it.each([
    ['select 1', 'read', false],
    ['((SELECT 1))', 'read', false],
    ['-- why\nSELECT 1;', 'read', false],
    ['VALUES (1)', 'read', false],
    ['TABLE area', 'read', false],
    ['WITH a AS (SELECT 1) SELECT * FROM a', 'read', false],
    ['SELECT 1', 'write', false],
    ['WITH a AS (SELECT 1) SELECT * FROM a', 'write', true],
    ['insert into workflow_memory (name) values (1)', 'write', true],
    ['Update workflow_memory set value = 1', 'write', true],
    ['DELETE FROM workflow_memory', 'write', true],
    ['MERGE INTO workflow_memory USING a ON 1 = 1 WHEN MATCHED THEN DELETE', 'write', true],
  ] as const)('accepts %s in mode %s, and detects whether it may write', (query, mode, writes) => {
    for (const dialect of BOTH) expect(check(dialect, query, [], mode)).toMatchObject({ writes });
  });

  it.each([
    'INSERT INTO workflow_memory (name) VALUES (1)',
    'UPDATE workflow_memory SET value = 1',
    'DELETE FROM workflow_memory',
    'REPLACE INTO workflow_memory (name) VALUES (1)',
  ])('refuses %s in mode read', (query) => {
    for (const dialect of BOTH) expect(() => check(dialect, query)).toThrow(refusal);
  });

  it.each([
    'SET a = 1',
    'BEGIN',
    'COMMIT',
    'ROLLBACK',
    'EXPLAIN SELECT 1',
    'SHOW TABLES',
    'CALL x()',
    'DO 1',
    'COPY a FROM STDIN',
    'VACUUM',
    "'SELECT'",
    '"select" 1',
    '1',
  ])('refuses a statement that neither reads nor writes rows: %s', (query) => {
    for (const dialect of BOTH)
      for (const mode of ['read', 'write'] as const) {
        expect(() => check(dialect, query, [], mode)).toThrow(refusal);
      }
  });

  it.each([
    'SELECT 1; SELECT 2',
    'SELECT 1;;',
    'SELECT 1;-- x\nDELETE FROM area',
    "SELECT 'a'; SELECT 'b'",
    'SELECT pg_notify(1, 2)',
    'SELECT PG_NOTIFY(1, 2)',
    'SELECT pg_catalog . /* x */ pg_notify (1, 2)',
    'SELECT query_to_xml(1)',
    'SELECT lo_create(0)',
    'SELECT pg_advisory_xact_lock(1)',
    'SELECT pg_try_advisory_lock(1)',
    'SELECT pg_read_binary_file(1)',
    'SELECT pg_ls_logdir()',
    'SELECT pg_ls_dir(1)',
    'SELECT pg_stat_file(1)',
    'SELECT pg_current_logfile()',
    'SELECT pg_logical_emit_message(true, 1, 2)',
    'SELECT count(*) FROM pg_stat_activity',
    'SELECT * FROM pg_catalog.pg_database',
    'SELECT * FROM information_schema.tables',
    'SELECT * FROM performance_schema.threads',
    'SELECT version()',
    "SELECT current_setting('data_directory')",
    'SELECT inet_server_addr()',
    'SELECT user()',
    'SELECT get_lock(1, 2)',
    'SELECT load_file(1)',
    'SELECT a INTO b FROM c',
    'SELECT a FROM b FOR UPDATE',
    'SELECT a FROM b FOR NO KEY UPDATE',
    'SELECT a FROM b FOR SHARE',
    'SELECT a FROM b LOCK IN SHARE MODE',
  ])('refuses %s', (query) => {
    for (const dialect of BOTH) expect(() => check(dialect, query)).toThrow(refusal);
  });

  it.each<[Dialect, string]>([
    ['postgres', 'SELECT "pg_notify"(1, 2)'],
    ['postgres', "SELECT length(repeat('x', 1000000000))"],
    ['postgres', `SELECT "repeat"('x', 1000000000)`],
    ['postgres', "SELECT lpad('x', 1000000000)"],
    ['postgres', "SELECT rpad /* x */ ('x', 1000000000)"],
    ['postgres', "SELECT format('%1000000000s', 1)"],
    ['postgres', 'SELECT array_fill(1, ARRAY[100000000])'],
    ['postgres', "SELECT 'x'::char(10000000)"],
    ['postgres', 'SELECT 1::bit(80000000)'],
    ['mysql', "SELECT CAST('x' AS BINARY(15000000))"],
    ['mysql', "SELECT REPEAT('x', 15000000)"],
    ['mysql', 'SELECT SPACE(15000000)'],
    ['mysql', 'SELECT @@datadir'],
    ['mysql', 'SELECT @@global.datadir'],
    ['mysql', 'SELECT name FROM area PROCEDURE ANALYSE()'],
    ['postgres', 'SELECT U&"pg\\005fnotify"(1, 2)'],
    ['postgres', "SELECT u&'\\0061'"],
    ['postgres', "SELECT E'a'\n'\\', pg_notify(1, 2) --'"],
    ['postgres', "SELECT E'a' -- x\n  '\\', pg_notify(1, 2) --'"],
    ['postgres', 'SELECT $1'],
    ['postgres', 'SELECT 1 \u0001'],
    ['mysql', 'SELECT `load_file`(1)'],
    ['postgres', "SELECT '\\', pg_notify(1, 2), '"],
    ['mysql', 'SELECT /*!50000 1 */'],
    ['mysql', 'SELECT /*M!100000 1 */'],
    ['mysql', 'SELECT /*+ SET_VAR(a = 1) */ 1'],
    ['mysql', "SELECT 1--\u0001'\n, 2, '"],
  ])('refuses an ambiguous or forbidden statement on %s: %s', (dialect, query) => {
    expect(() => check(dialect, query)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^statement_(refused|invalid)$/) }),
    );
  });

  it.each([
    'SELECT name AS set_configuration FROM area',
    "SELECT 'pg_notify; DELETE' AS text",
    'SELECT 1 /* pg_notify; */',
    'SELECT substring(name FROM 1 FOR 2) FROM area',
    'SELECT version, "user" FROM area',
    'SELECT pg_sleep(1), pg_typeof(1)',
    'SELECT CAST(1 AS CHAR(10000))',
    'SELECT low_limit, lower(name) FROM area',
  ])('accepts a harmless statement that resembles a forbidden statement: %s', (query) => {
    for (const dialect of BOTH) expect(check(dialect, query)).toMatchObject({ writes: false });
  });

  it.each(["'", '"', '/*', "'a''", '/* /* */', '$$', '$a$ $b$', "E'\\'"])(
    'refuses a PostgreSQL statement if the end of %s is ambiguous',
    (query) => {
      expect(() => check('postgres', `SELECT ${query}`)).toThrow(
        expect.objectContaining({ code: expect.stringMatching(/^statement_/) }),
      );
    },
  );

  it('either splits a statement into ordered tokens or refuses it', () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      '`',
      '\\',
      '$$',
      '$a$',
      '/*',
      '*/',
      '--',
      '#',
      '\n',
      ' ',
      '?',
      ';',
      'e',
      'a1',
      '/*!',
    );
    fc.assert(
      fc.property(fc.constantFrom(...BOTH), fc.array(piece, { maxLength: 12 }), (dialect, pieces) => {
        const query = `SELECT ${pieces.join('')}`;
        const tokens = tokensOrRefusal(query, dialect);
        let end = 0;
        for (const token of tokens) {
          expect(token.start).toBeGreaterThanOrEqual(end);
          expect(token.end).toBeGreaterThan(token.start);
          end = token.end;
        }
        expect(end).toBeLessThanOrEqual(query.length);
      }),
    );
  });
});
