import type { JsonObject, SqlPort, SqlPortResult } from '@app/workflow-engine';
import { DomainError } from '@app/kernel';
import { rehearseNode, tryNode } from '../../../test/factories/node-trial';
import { databaseNode } from './database.node';

type Statement = Parameters<SqlPort['run']>[0];

function aDatabase(result: SqlPortResult | Error = { rows: [], rowCount: 0 }) {
  const statements: Statement[] = [];
  const run = (statement: Statement): Promise<SqlPortResult> => {
    statements.push(statement);
    return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
  };
  return { statements, ports: { sql: { run } } };
}

describe('database', () => {
  it.each<[string, JsonObject, Partial<Statement>]>([
    ['reads by default', { query: 'SELECT 1' }, { query: 'SELECT 1', params: [], mode: 'read' }],
    ['writes in mode write', { query: 'DELETE FROM a', mode: 'write' }, { mode: 'write' }],
    [
      'binds the values of templates',
      { query: 'SELECT ?, ?', params: ['{{ triggerData.id }}', "'; DROP TABLE a; --"] },
      { query: 'SELECT ?, ?', params: [7, "'; DROP TABLE a; --"] },
    ],
    [
      'takes its parameters from one expression',
      { query: 'SELECT ?', params: '{{ [triggerData.id] }}' },
      { params: [7] },
    ],
    [
      'leaves the statement as it was saved',
      { query: "SELECT '{{ 1 + 1 }}', '{{1,2},{3,4}}'::int[]" },
      { query: "SELECT '{{ 1 + 1 }}', '{{1,2},{3,4}}'::int[]" },
    ],
  ])('%s', async (_, config, expected) => {
    const { statements, ports } = aDatabase();
    const { signal } = new AbortController();
    await tryNode(databaseNode, config, { ports, signal, triggerData: { id: 7 } });
    expect(statements).toEqual([expect.objectContaining(expected)]);
    expect(statements[0]?.signal).toBe(signal);
  });

  it('returns the rows and their number', async () => {
    const result = { rows: [{ id: 1 }, { id: 2 }], rowCount: 2 };
    expect(await tryNode(databaseNode, { query: 'SELECT id FROM a' }, aDatabase(result))).toEqual({
      outcome: { kind: 'done', output: result },
      logs: ['Read 2 rows.'],
    });
    const { logs } = await tryNode(
      databaseNode,
      { query: 'DELETE FROM a', mode: 'write' },
      aDatabase({ rows: [], rowCount: 1 }),
    );
    expect(logs).toEqual(['Changed 1 row.']);
  });

  it('fails with the error of the database', async () => {
    const error = new DomainError('forbidden', 'table_forbidden', 'This table cannot be seen.');
    await expect(tryNode(databaseNode, { query: 'SELECT 1' }, aDatabase(error))).rejects.toBe(error);
  });

  it.each<[string, JsonObject]>([
    ['parameters that are not a list', { query: 'SELECT ?', params: '{{ triggerData }}' }],
    ['another mode', { query: 'SELECT 1', mode: '{{ "admin" }}' }],
  ])('sends no query for %s', async (_, config) => {
    const { statements, ports } = aDatabase();
    await expect(tryNode(databaseNode, config, { ports })).rejects.toMatchObject({ code: 'config_invalid' });
    expect(statements).toEqual([]);
  });

  it('sends only statements that read in a dry run', async () => {
    const query = 'SELECT 1';
    expect(databaseNode.runsInDryRun?.({ query })).toBe(true);
    expect(databaseNode.runsInDryRun?.({ query, mode: 'write' })).toBe(false);
    expect(await rehearseNode(databaseNode, { query: 'DELETE FROM a', mode: 'write' })).toEqual({
      output: { rows: [], rowCount: 0 },
      logs: ['Would have run the statement in mode write.'],
    });
  });

  it('is reserved for administrators', () => {
    expect(databaseNode.lowestRole).toBe('admin');
  });

  it.each<[string, number]>([
    ['SELECT * FROM a WHERE id = ?', 0],
    ["SELECT '{{1,2},{3,4}}'::int[]", 0],
    ["SELECT * FROM a WHERE id = '{{ triggerData.id }}'", 1],
    ['SELECT {{variables.columns}} FROM a', 1],
    ['SELECT {{ request.query.columns }} FROM a', 1],
  ])('is checked when it is saved: %s has %d problems', (query, count) => {
    expect(databaseNode.check?.({ query })).toHaveLength(count);
  });
});
