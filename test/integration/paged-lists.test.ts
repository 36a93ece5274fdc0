import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AuditFilter,
  type ExecutionFilter,
  searchTerms,
  type UserFilter,
  type WorkflowFilter,
} from '@app/domain';
import { dialectSql, EXECUTION_STATUSES, type ExecutionStatus, type TriggerType } from '@app/entities';
import { LIST_REACH, type Page, type PageRequest } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { listAuditEntries, listExecutions, listUsers, listWorkflows } from '../factories/lists';
import { rowsRead } from '../factories/rows-read';
import { openDatabase, type TestDatabase } from '../harness';

/** Several times what a list may read, so that a scan cannot be taken for a bounded read. */
const ROWS = 40_000;
/** Keys, their sorting in temporary tables, and the rows of the page. */
const MOST_READ = 3.2 * LIST_REACH;
const START_MS = Date.parse('2026-01-01T00:00:00Z');

const idOf = (index: number) => `01900000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
const atOf = (index: number) => START_MS + index * 1000;
const textOf = (index: number) => new Date(atOf(index)).toISOString();
const indexes = Array.from({ length: ROWS }, (_, index) => index);
/** Few rows, and the last that a scan would meet. */
const isRare = (index: number, from: number) => index >= from && index < from + 30;

// Newest first, so what is rare is old; users and workflows are listed oldest first, so what is rare there is new.
const executions = indexes.map((index) => ({
  id: idOf(index),
  status: (isRare(index, 0) ? 'failed' : 'success') as ExecutionStatus,
  trigger: (isRare(index, 20) ? 'schedule' : 'webhook') as TriggerType,
}));
const entries = indexes.map((index) => ({
  id: idOf(index),
  at: atOf(index),
  userId: isRare(index, 0) ? 2 : 1,
  action: isRare(index, 20) ? 'user.removed' : 'user.created',
}));
const users = indexes.map((index) => ({
  id: index + 1,
  name: isRare(index, ROWS - 30) ? `rare_${index}` : `user_${index}`,
  role: isRare(index, ROWS - 20) ? 'admin' : 'viewer',
}));
const workflows = indexes.map((index) => ({ id: idOf(index), enabled: !isRare(index, ROWS - 30) }));

interface Item {
  id: number | string;
}

describe('lists of many rows', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase();
    await fill(database);
  });
  afterAll(() => database.drop());

  it('are checked here, each of them', () => {
    const document = JSON.parse(readFileSync(join(__dirname, '../../docs/openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, object>>;
    };
    const paged = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.values(operations).some((operation) => 'x-paged' in operation) ? [path] : [],
    );
    expect(paged.toSorted()).toEqual([
      '/api/system/audit',
      '/api/users',
      '/api/workflows',
      '/api/workflows/{id}/executions',
    ]);
  });

  const executionCases: [
    Omit<ExecutionFilter, keyof PageRequest>,
    (row: (typeof executions)[0]) => boolean,
  ][] = [
    [{}, () => true],
    ...EXECUTION_STATUSES.map(
      (status) => [{ status }, (row) => row.status === status] as (typeof executionCases)[0],
    ),
    [{ trigger: 'webhook' }, ({ trigger }) => trigger === 'webhook'],
    [{ trigger: 'schedule' }, ({ trigger }) => trigger === 'schedule'],
    [{ trigger: 'manual' }, () => false],
    [
      { status: 'failed', trigger: 'schedule' },
      (row) => row.status === 'failed' && row.trigger === 'schedule',
    ],
    [{ status: 'success', trigger: 'manual' }, () => false],
  ];

  it.each(executionCases)('read a bounded part of the executions for %j', async (filter, fits) => {
    const pages = await pagesOf((dataSource, page) =>
      listExecutions(dataSource, idOf(0), { ...page, ...filter }),
    );
    expect(pages).toEqual(await pagesIn(executions.filter(fits).reverse()));
  });

  const auditCases: [Omit<AuditFilter, keyof PageRequest>, (row: (typeof entries)[0]) => boolean][] = [
    [{}, () => true],
    [{ userId: 1 }, ({ userId }) => userId === 1],
    [{ userId: 2 }, ({ userId }) => userId === 2],
    [{ action: 'user.removed' }, ({ action }) => action === 'user.removed'],
    [{ userId: 2, action: 'user.removed' }, (row) => row.userId === 2 && row.action === 'user.removed'],
    [{ userId: 3, action: 'user.created' }, () => false],
    [{ from: textOf(5), to: textOf(9) }, ({ at }) => at >= atOf(5) && at < atOf(9)],
    [{ userId: 1, to: textOf(40) }, ({ userId, at }) => userId === 1 && at < atOf(40)],
    [
      { action: 'user.removed', from: textOf(30) },
      (row) => row.action === 'user.removed' && row.at >= atOf(30),
    ],
  ];

  it.each(auditCases)('read a bounded part of the audit log for %j', async (filter, fits) => {
    const pages = await pagesOf((dataSource, page) => listAuditEntries(dataSource, { ...page, ...filter }));
    expect(pages).toEqual(await pagesIn(entries.filter(fits).reverse()));
  });

  const userCases: [Omit<UserFilter, keyof PageRequest>, (row: (typeof users)[0]) => boolean][] = [
    [{}, () => true],
    [{ role: 'viewer' }, ({ role }) => role === 'viewer'],
    [{ role: 'admin' }, ({ role }) => role === 'admin'],
    [{ role: 'engineer' }, () => false],
    [{ search: 'RARE' }, ({ name }) => name.startsWith('rare')],
    [{ search: 'rare', role: 'admin' }, ({ name, role }) => name.startsWith('rare') && role === 'admin'],
    [{ search: '_1234' }, ({ name }) => name.includes('_1234')],
    [{ search: 'nobody' }, () => false],
  ];

  it.each(userCases)('read a bounded part of the users for %j', async (filter, fits) => {
    const pages = await pagesOf((dataSource, page) => listUsers(dataSource, { ...page, ...filter }));
    expect(pages).toEqual(await pagesIn(users.filter(fits)));
  });

  it('refuse a search that too many users match, having read a bounded part of them', async () => {
    const { result, reads } = await rowsRead(database.dataSource, (dataSource) =>
      listUsers(dataSource, { search: 'user', page: 1, limit: 20 }).catch((error: unknown) => error),
    );
    expect(result).toMatchObject({
      kind: 'invalid',
      code: 'search_too_broad',
      details: [{ path: 'search' }],
    });
    expect(Math.max(...reads)).toBeLessThan(MOST_READ);
  });

  const workflowCases: [Omit<WorkflowFilter, keyof PageRequest>, (row: (typeof workflows)[0]) => boolean][] =
    [
      [{}, () => true],
      [{ enabled: true }, ({ enabled }) => enabled],
      [{ enabled: false }, ({ enabled }) => !enabled],
    ];

  it.each(workflowCases)('read a bounded part of the workflows for %j', async (filter, fits) => {
    const pages = await pagesOf((dataSource, page) => listWorkflows(dataSource, { ...page, ...filter }));
    expect(pages).toEqual(await pagesIn(workflows.filter(fits)));
  });

  /** The first pages and the deepest one, and whether each statement for them read a bounded number of rows. */
  async function pagesOf(read: (dataSource: DataSource, page: PageRequest) => Promise<Page<Item>>) {
    return eachPage(async (page) => {
      const { result, reads } = await rowsRead(database.dataSource, (dataSource) => read(dataSource, page));
      const { items, total, exact } = result;
      return { ids: items.map(({ id }) => id), total, exact, bounded: Math.max(...reads) < MOST_READ };
    });
  }
});

/** What `pagesOf` is to find if these are the items of the list. */
function pagesIn(items: readonly Item[]) {
  const total = Math.min(items.length, LIST_REACH);
  return eachPage(async ({ page, limit }) => {
    const ids = items.slice((page - 1) * limit, page * limit).map(({ id }) => id);
    return { ids, total, exact: items.length <= LIST_REACH, bounded: true };
  });
}

async function eachPage<Found>(read: (page: PageRequest) => Promise<Found>): Promise<Found[]> {
  const found: Found[] = [];
  for (const page of [1, 2, LIST_REACH / 20]) found.push(await read({ page, limit: 20 }));
  return found;
}

const text = (name: string, values: (string | null)[]) => ({ name, type: 'text' as const, values });
const number = (name: string, values: number[] | number) => ({ name, type: 'int' as const, values });
const instant = (name: string, values: number[] | number) => ({ name, type: 'instant' as const, values });
const flag = (name: string, values: number[] | number) => ({ name, type: 'boolean' as const, values });
const same = (value: string) => indexes.map(() => value);

async function fill({ dataSource }: TestDatabase): Promise<void> {
  const { manager } = dataSource;
  const ids = indexes.map(idOf);
  await dialectSql.insert(manager, 'workflow', [
    text('id', ids),
    text('name', same('A workflow')),
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
    instant('created_at', START_MS),
    instant('updated_at', START_MS),
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
    instant('started_at', indexes.map(atOf)),
    instant('finished_at', indexes.map(atOf)),
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
    instant('created_at', START_MS),
  ]);
  const terms = users.flatMap(({ id, name }) => searchTerms(name).map((term) => ({ id, term })));
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
  const analyze = process.env.TEST_PROFILE === 'mariadb' ? 'ANALYZE TABLE' : 'ANALYZE';
  for (const table of ['workflow', 'workflow_execution', 'audit_entry', 'user_account', 'user_search_term']) {
    await dataSource.query(`${analyze} ${table}`);
  }
}
