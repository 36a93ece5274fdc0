// Runs on both profiles: each database has statements of its own.
import { type BulkColumn, dialectSql } from '@app/entities';
import { newId } from '@app/kernel';
import { aWorkflow } from '../factories/a-workflow';
import { openDatabase, type TestDatabase } from '../harness';

const memories = (names: readonly string[]): BulkColumn[] => [{ name: 'name', type: 'text', values: names }];
const named = () => [newId(), newId(), newId()];
/** Returns a condition that is true if the workflow exists. */
const isThere = (id: string) => ({
  sql: '(SELECT COUNT(*) FROM workflow WHERE id = ?) = 1',
  parameters: [id],
});

describe('rows that are inserted if a condition is true', () => {
  let database: TestDatabase;
  let workflowId: string;

  beforeAll(async () => {
    database = await openDatabase();
    ({ id: workflowId } = await aWorkflow(database.dataSource, { name: `It's "one"?`, revision: 5 }));
  });
  afterAll(() => database.drop());

  const manager = () => database.dataSource.manager;
  const stored = async (names: readonly string[]) => {
    const places = names.map(() => '?').join(', ');
    const sql = `SELECT name FROM workflow_memory WHERE name IN (${places}) ORDER BY name`;
    return (await dialectSql.query<{ name: string }>(manager(), sql, names)).map(({ name }) => name);
  };
  it.each([1, 3])('conditional rows are all inserted if the condition is true (%i rows)', async (count) => {
    const names = named().slice(0, count);
    const condition = isThere(workflowId);
    expect(await dialectSql.insertWhere(manager(), 'workflow_memory', memories(names), condition)).toBe(true);
    expect(await stored(names)).toEqual(names);
  });

  it.each([1, 3])('conditional rows are not inserted if the condition is false (%i rows)', async (count) => {
    const names = named().slice(0, count);
    const condition = isThere(newId());
    expect(await dialectSql.insertWhere(manager(), 'workflow_memory', memories(names), condition)).toBe(
      false,
    );
    expect(await stored(names)).toEqual([]);
  });

  it('the condition of conditional rows may be any query with its own parameters', async () => {
    const names = named();
    const sql = '(SELECT COUNT(*) FROM workflow WHERE name = ? AND created_at < ? AND enabled = TRUE) = ?';
    const at = new Date('2100-01-01T00:00:00.123Z');
    const condition = { sql, parameters: [`It's "one"?`, at, 1] };
    expect(await dialectSql.insertWhere(manager(), 'workflow_memory', memories(names), condition)).toBe(true);
    expect(await stored(names)).toEqual(names);
  });

  it('conditional rows that violate a unique key cause an error, even if the condition is true', async () => {
    const [name = ''] = named();
    const condition = isThere(workflowId);
    await dialectSql.insert(manager(), 'workflow_memory', memories([name]));
    const again = dialectSql.insertWhere(manager(), 'workflow_memory', memories([name]), condition);
    await expect(again).rejects.toThrow(/duplicate/i);
  });

  it('the list of conditional rows may be empty', async () => {
    const condition = isThere(newId());
    expect(await dialectSql.insertWhere(manager(), 'workflow_memory', memories([]), condition)).toBe(true);
  });
});
