import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AuditFilter,
  type ExecutionFilter,
  type FaultFilter,
  type FileFilter,
  type MaintenanceFilter,
  type ObjectFilter,
  type PointFilter,
  type PointWriteFilter,
  type UserFilter,
  type WorkflowFilter,
} from '@app/domain';
import {
  dialectSql,
  EXECUTION_STATUSES,
  type ExecutionStatus,
  FAULT_STATUSES,
  type AlertSeverity,
  type FaultStatus,
  searchTerms,
  type TriggerType,
  WORDS,
} from '@app/entities';
import { LIST_REACH, type PageRequest, type Role } from '@app/kernel';
import type { EntityManager } from 'typeorm';
import {
  listAlertRules,
  listApiKeys,
  listAuditEntries,
  listAvailablePoints,
  listBackups,
  listCalendars,
  listExecutions,
  listFaultComments,
  listFaults,
  listFiles,
  listMaintenance,
  listObjects,
  listPoints,
  listPointOverrides,
  listPointWrites,
  listReadingImports,
  listModels,
  listNotificationDeliveries,
  listNotificationRules,
  listReportPlans,
  listReportRuns,
  listUsers,
  listWorkflows,
} from '../factories/lists';
import {
  isRareRow,
  LIST_START_MS,
  LISTED_ROWS,
  listIndexes,
  MOST_READ,
  pagesIn,
  pagesOf,
} from '../factories/paged-rows';
import { rowsRead } from '../factories/rows-read';
import { openDatabase, type TestDatabase } from '../harness';

const idOf = (index: number) => `01900000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
const atOf = (index: number) => LIST_START_MS + index * 1000;
const textOf = (index: number) => new Date(atOf(index)).toISOString();

// In lists that show the newest rows first, the rare rows are the oldest. Users and workflows are listed oldest first,
// so their rare rows are the newest.
const executions = listIndexes.map((index) => ({
  id: idOf(index),
  status: (isRareRow(index, 0) ? 'failed' : 'success') as ExecutionStatus,
  trigger: (isRareRow(index, 20) ? 'schedule' : 'webhook') as TriggerType,
}));
const entries = listIndexes.map((index) => ({
  id: idOf(index),
  at: atOf(index),
  userId: isRareRow(index, 0) ? 2 : 1,
  action: isRareRow(index, 20) ? 'user.removed' : 'user.created',
}));
const users = listIndexes.map((index) => ({
  id: index + 1,
  name: isRareRow(index, LISTED_ROWS - 30) ? `rare_${index}` : `user_${index}`,
  role: isRareRow(index, LISTED_ROWS - 20) ? 'admin' : 'viewer',
}));
const writes = listIndexes.map((index) => ({
  id: idOf(index),
  at: atOf(index),
  code: isRareRow(index, 0) ? 'RARE' : 'A',
  executionId: isRareRow(index, 20) ? idOf(1) : idOf(2),
}));
const workflows = listIndexes.map((index) => ({
  id: idOf(index),
  enabled: !isRareRow(index, LISTED_ROWS - 30),
}));

const plans = listIndexes.map((index) => ({ id: index + 1, enabled: !isRareRow(index, LISTED_ROWS - 30) }));

const parts = listIndexes.map((index) => {
  const rare = isRareRow(index, LISTED_ROWS - 30);
  return { id: index + 1, name: `${rare ? 'rare' : 'part'}-${index}`, isRare: rare };
});

const faults = listIndexes.map((index) => ({
  id: index + 1,
  status: (isRareRow(index, 0) ? 'open' : 'closed') as FaultStatus,
  severity: (isRareRow(index, 10) ? 'critical' : 'minor') as AlertSeverity,
  // The records 1 have most faults, the records 2 the oldest ones.
  record: isRareRow(index, 20) ? 2 : 1,
}));

const files = listIndexes.map((index) => {
  const rare = isRareRow(index, 0);
  return {
    id: idOf(index),
    name: `${rare ? 'rare' : 'file'}-${index}`,
    category: isRareRow(index, 10) ? 'report' : index % 3 === 0 ? 'backup' : 'upload',
  };
});

describe('lists of many rows', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase();
    await fill(database);
    // MariaDB needs most of a minute for so many rows on a busy machine.
  }, 180_000);
  afterAll(() => database.drop());

  it('are all covered by this test, or by that of alerts', () => {
    const document = JSON.parse(readFileSync(join(__dirname, '../../docs/openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, object>>;
    };
    const paged = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.values(operations).some((operation) => 'x-paged' in operation) ? [path] : [],
    );
    expect(paged.toSorted()).toEqual([
      '/api/alerts',
      '/api/alerts/rules',
      '/api/alerts/{id}/history',
      '/api/api-keys',
      '/api/calendars',
      '/api/energy/readings/imports',
      '/api/faults',
      '/api/faults/{id}/comments',
      '/api/files',
      '/api/iot/overrides',
      '/api/iot/writes',
      '/api/maintenance',
      '/api/models',
      '/api/notification-rules',
      '/api/notification-rules/{id}/deliveries',
      '/api/objects',
      '/api/points',
      '/api/points/available',
      '/api/reports',
      '/api/reports/{id}/runs',
      '/api/system/audit',
      '/api/system/backups',
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

  it.each(executionCases)('read a bounded number of executions for the filter %j', async (filter, fits) => {
    const pages = await pagesOf(database, (dataSource, page) =>
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

  it.each(auditCases)('read a bounded number of audit entries for the filter %j', async (filter, fits) => {
    const pages = await pagesOf(database, (dataSource, page) =>
      listAuditEntries(dataSource, { ...page, ...filter }),
    );
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

  it.each(userCases)('read a bounded number of users for the filter %j', async (filter, fits) => {
    const pages = await pagesOf(database, (dataSource, page) =>
      listUsers(dataSource, { ...page, ...filter }),
    );
    expect(pages).toEqual(await pagesIn(users.filter(fits)));
  });

  it('refuse a search with too many matches after a bounded number of reads', async () => {
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

  it.each(workflowCases)('read a bounded number of workflows for the filter %j', async (filter, fits) => {
    const pages = await pagesOf(database, (dataSource, page) =>
      listWorkflows(dataSource, { ...page, ...filter }),
    );
    expect(pages).toEqual(await pagesIn(workflows.filter(fits)));
  });

  const writeCases: [Omit<PointWriteFilter, keyof PageRequest>, (row: (typeof writes)[0]) => boolean][] = [
    [{}, () => true],
    [{ code: 'A' }, ({ code }) => code === 'A'],
    [{ code: 'RARE' }, ({ code }) => code === 'RARE'],
    [{ code: 'none' }, () => false],
    [{ executionId: idOf(1) }, ({ executionId }) => executionId === idOf(1)],
    [{ executionId: idOf(2) }, ({ executionId }) => executionId === idOf(2)],
    [{ code: 'A', executionId: idOf(1) }, ({ code, executionId }) => code === 'A' && executionId === idOf(1)],
    [
      { code: 'RARE', executionId: idOf(2) },
      ({ code, executionId }) => code === 'RARE' && executionId === idOf(2),
    ],
    [{ code: 'none', executionId: idOf(2) }, () => false],
    [{ from: textOf(5), to: textOf(9) }, ({ at }) => at >= atOf(5) && at < atOf(9)],
    [{ code: 'A', to: textOf(40) }, ({ code, at }) => code === 'A' && at < atOf(40)],
  ];

  it.each(writeCases)('read a bounded number of writes to points for %j', async (filter, fits) => {
    const pages = await pagesOf(database, (dataSource, page) =>
      listPointWrites(dataSource, { ...page, ...filter }),
    );
    expect(pages).toEqual(await pagesIn(writes.filter(fits).reverse()));
  });

  it('read a bounded number of backups', async () => {
    expect(await pagesOf(database, listBackups)).toEqual(await pagesIn(writes.toReversed()));
  });

  it('read a bounded number of overrides', async () => {
    expect(await pagesOf(database, listPointOverrides)).toEqual(await pagesIn(writes));
  });

  it.each([{}, { search: 'rare' }, { search: '_1234' }, { search: 'nothing' }])(
    'read a bounded number of models for %j',
    async (filter: { search?: string }) => {
      const pages = await pagesOf(database, (dataSource, page) =>
        listModels(dataSource, { ...page, ...filter }),
      );
      const { search = '' } = filter;
      expect(pages).toEqual(await pagesIn(users.filter(({ name }) => name.includes(search))));
    },
  );

  it.each(['%', '_'])('find nothing for the search %s, which is no wildcard', async (search) => {
    const { dataSource } = database;
    const filter = { search, page: 1, limit: 20 };
    for (const page of [
      await listFiles(dataSource, 'admin', filter),
      await listModels(dataSource, filter),
      await listObjects(dataSource, filter),
      await listPoints(dataSource, filter),
    ]) {
      expect(page).toEqual({ items: [], total: 0, exact: true });
    }
  });

  type FileRow = (typeof files)[0];
  const fileCases: [Role, Omit<FileFilter, keyof PageRequest>, (row: FileRow) => boolean][] = [
    ['admin', {}, () => true],
    ['viewer', {}, ({ category }) => category !== 'backup'],
    ['admin', { category: 'backup' }, ({ category }) => category === 'backup'],
    ['viewer', { category: 'report' }, ({ category }) => category === 'report'],
    ['viewer', { category: 'export' }, () => false],
    ['admin', { search: 'rare' }, ({ name }) => name.startsWith('rare')],
    ['viewer', { search: 'RARE' }, ({ name, category }) => name.startsWith('rare') && category !== 'backup'],
    [
      'viewer',
      { search: '3999', category: 'upload' },
      (row) => /-3999/.test(row.name) && row.category === 'upload',
    ],
    ['viewer', { search: 'nothing' }, () => false],
  ];

  it.each(fileCases)('read a bounded number of files as %s for %j', async (role, filter, fits) => {
    const pages = await pagesOf(database, (dataSource, page) =>
      listFiles(dataSource, role, { ...page, ...filter }),
    );
    expect(pages).toEqual(await pagesIn(files.filter(fits).toReversed()));
  });

  type FaultCase = [Omit<FaultFilter, keyof PageRequest>, (row: (typeof faults)[0]) => boolean];
  const records = ['objectId', 'areaId', 'alertId', 'assigneeId'] as const;
  const faultCases: FaultCase[] = [
    [{}, () => true],
    ...FAULT_STATUSES.map((status): FaultCase => [{ status }, (row) => row.status === status]),
    [{ severity: 'minor' }, ({ severity }) => severity === 'minor'],
    [{ severity: 'critical' }, ({ severity }) => severity === 'critical'],
    [{ status: 'open', severity: 'minor' }, (row) => row.status === 'open' && row.severity === 'minor'],
    ...records.flatMap((name): FaultCase[] => [
      [{ [name]: 1 }, ({ record }) => record === 1],
      [{ [name]: 2 }, ({ record }) => record === 2],
      [{ [name]: 1, status: 'open' }, (row) => row.record === 1 && row.status === 'open'],
      [{ [name]: 2, severity: 'critical' }, (row) => row.record === 2 && row.severity === 'critical'],
      [{ [name]: 3 }, () => false],
    ]),
    [{ objectId: 1, assigneeId: 1, status: 'closed' }, (row) => row.record === 1 && row.status === 'closed'],
    [{ areaId: 2, alertId: 2 }, ({ record }) => record === 2],
    [{ areaId: 1, assigneeId: 2 }, () => false],
  ];

  it.each(faultCases)('read a bounded number of faults for the filter %j', async (filter, fits) => {
    const pages = await pagesOf(database, (dataSource, page) =>
      listFaults(dataSource, { ...page, ...filter }),
    );
    expect(pages).toEqual(await pagesIn(faults.filter(fits).reverse()));
  });

  type MaintenanceCase = [Omit<MaintenanceFilter, keyof PageRequest>, (row: (typeof faults)[0]) => boolean];
  const orderRecords = ['objectId', 'faultId', 'assigneeId'] as const;
  const maintenanceCases: MaintenanceCase[] = [
    [{}, () => true],
    [{ status: 'open' }, ({ status }) => status === 'open'],
    [{ status: 'completed' }, ({ status }) => status === 'closed'],
    [{ type: 'preventive' }, ({ severity }) => severity === 'minor'],
    [{ type: 'inspection' }, ({ severity }) => severity === 'critical'],
    [{ status: 'on_hold', type: 'preventive' }, () => false],
    ...orderRecords.flatMap((name): MaintenanceCase[] => [
      [{ [name]: 1 }, ({ record }) => record === 1],
      [{ [name]: 2 }, ({ record }) => record === 2],
      [{ [name]: 1, status: 'open' }, (row) => row.record === 1 && row.status === 'open'],
    ]),
    [{ objectId: 2, faultId: 2, assigneeId: 2 }, ({ record }) => record === 2],
  ];

  it.each(maintenanceCases)(
    'read a bounded number of work orders for the filter %j',
    async (filter, fits) => {
      const pages = await pagesOf(database, (dataSource, page) =>
        listMaintenance(dataSource, { ...page, ...filter }),
      );
      expect(pages).toEqual(await pagesIn(faults.filter(fits).reverse()));
    },
  );

  it('read a bounded number of comments on a fault', async () => {
    expect(await pagesOf(database, listFaultComments)).toEqual(await pagesIn(faults));
  });

  it('read a bounded number of calendars', async () => {
    expect(await pagesOf(database, listCalendars)).toEqual(await pagesIn(users));
  });

  it('read a bounded number of API keys', async () => {
    expect(await pagesOf(database, listApiKeys)).toEqual(await pagesIn(users));
  });

  it('read a bounded number of notification rules', async () => {
    expect(await pagesOf(database, listNotificationRules)).toEqual(await pagesIn(users));
  });

  it.each([1, 2, 3])('read a bounded number of deliveries of the notification rule %i', async (ruleId) => {
    const pages = await pagesOf(database, (dataSource, page) =>
      listNotificationDeliveries(dataSource, ruleId, page),
    );
    const own = writes.filter(({ code }) => (code === 'A' ? ruleId === 1 : ruleId === 2));
    expect(pages).toEqual(await pagesIn(own.toReversed()));
  });

  it.each([undefined, true, false])('read a bounded number of report plans, enabled: %s', async (enabled) => {
    const pages = await pagesOf(database, (dataSource, page) =>
      listReportPlans(dataSource, { ...page, enabled }),
    );
    const fits = plans.filter((plan) => enabled === undefined || plan.enabled === enabled);
    expect(pages).toEqual(await pagesIn(fits));
  });

  it.each([1, 2])('read a bounded number of runs of the report plan %i', async (planId) => {
    const pages = await pagesOf(database, (dataSource, page) => listReportRuns(dataSource, planId, page));
    const own = writes.filter(({ code }) => (code === 'A' ? planId === 1 : planId === 2));
    expect(pages).toEqual(await pagesIn(own.toReversed()));
  });

  it('read a bounded number of alert rules', async () => {
    expect(await pagesOf(database, listAlertRules)).toEqual(await pagesIn(users));
  });

  it('are read in bounded parts from the imports of readings', async () => {
    expect(await pagesOf(database, listReadingImports)).toEqual(await pagesIn(users.toReversed()));
  });

  const objectCases: [Omit<ObjectFilter, keyof PageRequest>, (row: (typeof parts)[0]) => boolean][] = [
    [{}, () => true],
    [{ modelId: 1 }, ({ isRare }) => !isRare],
    [{ modelId: 2 }, ({ isRare }) => isRare],
    [{ modelId: 3 }, () => false],
    [{ search: 'RARE' }, ({ isRare }) => isRare],
    [{ search: '1234', modelId: 1 }, ({ name }) => name.includes('-1234')],
    [{ search: 'rare', modelId: 1 }, () => false],
  ];

  it.each(objectCases)('are read in bounded parts from the objects for %j', async (filter, fits) => {
    const pages = await pagesOf(database, (dataSource, page) =>
      listObjects(dataSource, { ...page, ...filter }),
    );
    expect(pages).toEqual(await pagesIn(parts.filter(fits)));
  });

  const pointCases = objectCases.map(
    ([{ modelId, search }, fits]) =>
      [{ objectId: modelId, search } satisfies Omit<PointFilter, keyof PageRequest>, fits] as const,
  );

  it.each(pointCases)('are read in bounded parts from the points for %j', async (filter, fits) => {
    const pages = await pagesOf(database, (dataSource, page) =>
      listPoints(dataSource, { ...page, ...filter }),
    );
    expect(pages).toEqual(await pagesIn(parts.filter(fits)));
  });

  it('are read in bounded parts from the points that the gateway offers', async () => {
    const rest = { unit: null, dataType: null, writable: false, group: null };
    const offered = parts.map(({ name }) => ({ code: name, name, ...rest }));
    const { result, reads } = await rowsRead(database.dataSource, (dataSource) =>
      listAvailablePoints(dataSource, offered, { page: 2, limit: 20 }),
    );
    expect(result).toMatchObject({ total: LIST_REACH, exact: false });
    expect(result.items).toHaveLength(20);
    for (const { pointId } of result.items) expect(pointId).toEqual(expect.any(Number));
    expect(Math.max(...reads)).toBeLessThan(MOST_READ);
  });
});

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
    text('sha256', same('')),
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

/** Faults and work orders of the objects, areas and users 1 and 2, which must exist. */
async function fillWork(manager: EntityManager): Promise<void> {
  await dialectSql.insert(manager, 'area', [
    number('id', [1, 2]),
    text('name', ['A', 'B']),
    number('sort_order', 1),
    text('status', ['normal', 'normal']),
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

async function fill({ dataSource }: TestDatabase): Promise<void> {
  const { manager } = dataSource;
  const ids = listIndexes.map(idOf);
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
    instant('created_at', LIST_START_MS),
    instant('updated_at', LIST_START_MS),
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
    text('channel', same('{"kind":"mail","to":[]}')),
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
  const analyze = process.env.TEST_PROFILE === 'mariadb' ? 'ANALYZE TABLE' : 'ANALYZE';
  for (const table of [
    'alert_rule',
    'api_key',
    'backup',
    'calendar',
    'fault',
    'fault_comment',
    'file',
    'file_search_term',
    'notification_rule',
    'maintenance',
    'notification_delivery',
    'point_override',
    'point_write',
    'reading_import',
    'report_mail',
    'report_plan',
    'report_run',
    'schedule',
    'model',
    'model_search_term',
    'workflow',
    'workflow_execution',
    'audit_entry',
    'user_account',
    'user_search_term',
    'building_object',
    'object_search_term',
    'point',
    'point_search_term',
  ]) {
    await dataSource.query(`${analyze} ${table}`);
  }
}
