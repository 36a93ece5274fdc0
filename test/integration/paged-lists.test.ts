// Runs in the full check only: it reads long lists.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  AuditFilter,
  ExecutionFilter,
  FaultFilter,
  MaintenanceListFilter,
  ObjectFilter,
  PointFilter,
  PointWriteFilter,
  UserFilter,
  WorkflowListQuery,
} from '@app/domain';
import type { FileFilter } from '@app/domain/testing';
import { EXECUTION_STATUSES, FAULT_STATUSES } from '@app/entities';
import type { PageRequest, Role } from '@app/kernel';
import {
  listAlertRules,
  listApiKeys,
  listAuditEntries,
  listAvailablePoints,
  listBackups,
  listBaselines,
  listContracts,
  listPriceSeries,
  listBudgets,
  listCalendars,
  listExecutions,
  listFaultComments,
  listFaults,
  listFiles,
  listLosses,
  listMaintenance,
  listObjects,
  listPoints,
  listPointOverrides,
  listPointWrites,
  listReadingCorrections,
  listReadingImports,
  listModels,
  listNotificationDeliveries,
  listNotificationRules,
  listReportPlans,
  listReportRuns,
  listReportTemplates,
  listUsers,
  listWorkflows,
} from '../factories/lists';
import { LISTED_ROWS, MOST_READ, pagesIn, pagesOf } from '../factories/paged-rows';
import { rowsRead } from '../factories/rows-read';
import { openDatabase, type TestDatabase } from '../harness';
import { fillLists } from '../factories/fill-lists';
import {
  idOf,
  atOf,
  textOf,
  executions,
  entries,
  users,
  writes,
  workflows,
  plans,
  parts,
  faults,
  files,
} from '../factories/listed-records';

// A fourth of the rows takes a fourth of the time.
jest.mock('../../libs/kernel/src/page', () => ({
  ...jest.requireActual<object>('../../libs/kernel/src/page'),
  LIST_REACH: 2500,
}));

describe('lists of many rows', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase();
    await fillLists(database);
    // On a busy machine, MariaDB needs most of a minute to insert so many rows.
  }, 180_000);
  afterAll(() => database.drop());

  it('every list of the API has a test in this file or in the files for the lists of alerts and gateways', () => {
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
      '/api/energy/baselines',
      '/api/energy/budgets',
      '/api/energy/contracts',
      '/api/energy/corrections',
      '/api/energy/price-series',
      '/api/energy/readings/imports',
      '/api/faults',
      '/api/faults/{id}/comments',
      '/api/files',
      '/api/gateways',
      '/api/gateways/{id}/devices',
      '/api/iot/overrides',
      '/api/iot/writes',
      '/api/losses',
      '/api/maintenance',
      '/api/models',
      '/api/notification-rules',
      '/api/notification-rules/{id}/deliveries',
      '/api/objects',
      '/api/points',
      '/api/points/available',
      '/api/reports',
      '/api/reports/templates',
      '/api/reports/{id}/runs',
      '/api/system/audit',
      '/api/system/backups',
      '/api/users',
      '/api/users/directory',
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

  it.each(executionCases)(
    'lists read a bounded number of executions for the filter %j',
    async (filter, fits) => {
      const pages = await pagesOf(database, (dataSource, page) =>
        listExecutions(dataSource, idOf(0), { ...page, ...filter }),
      );
      expect(pages).toEqual(pagesIn(executions.filter(fits).reverse()));
    },
  );

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

  it.each(auditCases)(
    'lists read a bounded number of audit entries for the filter %j',
    async (filter, fits) => {
      const pages = await pagesOf(database, (dataSource, page) =>
        listAuditEntries(dataSource, { ...page, ...filter }),
      );
      expect(pages).toEqual(pagesIn(entries.filter(fits).reverse()));
    },
  );

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

  it.each(userCases)('lists read a bounded number of users for the filter %j', async (filter, fits) => {
    const pages = await pagesOf(database, (dataSource, page) =>
      listUsers(dataSource, { ...page, ...filter }),
    );
    expect(pages).toEqual(pagesIn(users.filter(fits)));
  });

  it('lists refuse a search with too many matches after a bounded number of reads', async () => {
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

  type WorkflowCase = [Omit<WorkflowListQuery, keyof PageRequest>, (row: (typeof workflows)[0]) => boolean];
  const workflowCases: WorkflowCase[] = [
    [{}, () => true],
    [{ enabled: true }, ({ enabled }) => enabled],
    [{ enabled: false }, ({ enabled }) => !enabled],
    [{ search: 'Rare' }, ({ name }) => name.startsWith('rare')],
    [{ search: 'rare', enabled: false }, ({ name, enabled }) => name.startsWith('rare') && !enabled],
    [{ search: '1234' }, ({ name }) => name.includes('-1234')],
    [{ search: 'nothing' }, () => false],
    [{ lastExecution: true }, () => true],
  ];

  it.each(workflowCases)(
    'lists read a bounded number of workflows for the filter %j',
    async (filter, fits) => {
      const pages = await pagesOf(database, (dataSource, page) =>
        listWorkflows(dataSource, { ...page, ...filter }),
      );
      expect(pages).toEqual(pagesIn(workflows.filter(fits)));
    },
  );

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

  it.each(writeCases)(
    'lists read a bounded number of writes to points for the filter %j',
    async (filter, fits) => {
      const pages = await pagesOf(database, (dataSource, page) =>
        listPointWrites(dataSource, { ...page, ...filter }),
      );
      expect(pages).toEqual(pagesIn(writes.filter(fits).reverse()));
    },
  );

  it('lists read a bounded number of backups', async () => {
    expect(await pagesOf(database, listBackups)).toEqual(pagesIn(writes.toReversed()));
  });

  it('lists read a bounded number of overrides', async () => {
    expect(await pagesOf(database, listPointOverrides)).toEqual(pagesIn(writes));
  });

  it.each([{}, { search: 'rare' }, { search: '_1234' }, { search: 'nothing' }])(
    'lists read a bounded number of models for the filter %j',
    async (filter: { search?: string }) => {
      const pages = await pagesOf(database, (dataSource, page) =>
        listModels(dataSource, { ...page, ...filter }),
      );
      const { search = '' } = filter;
      expect(pages).toEqual(pagesIn(users.filter(({ name }) => name.includes(search))));
    },
  );

  it.each(['%', '_'])(
    'lists find nothing in a search for %s, because this character is not a wildcard',
    async (search) => {
      const { dataSource } = database;
      const filter = { search, page: 1, limit: 20 };
      for (const page of [
        await listFiles(dataSource, 'admin', filter),
        await listWorkflows(dataSource, filter),
        await listModels(dataSource, filter),
        await listObjects(dataSource, filter),
        await listPoints(dataSource, filter),
      ]) {
        expect(page).toEqual({ items: [], total: 0, exact: true });
      }
    },
  );

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

  it.each(fileCases)(
    'lists read a bounded number of files for the role %s and the filter %j',
    async (role, filter, fits) => {
      const pages = await pagesOf(database, (dataSource, page) =>
        listFiles(dataSource, role, { ...page, ...filter }),
      );
      expect(pages).toEqual(pagesIn(files.filter(fits).toReversed()));
    },
  );

  type FaultCase = [Omit<FaultFilter, keyof PageRequest>, (row: (typeof faults)[0]) => boolean];
  const records = ['objectId', 'areaId', 'alertId', 'assigneeId'] as const;
  const faultCases: FaultCase[] = [
    [{}, () => true],
    ...FAULT_STATUSES.map((status): FaultCase => [{ status }, (row) => row.status === status]),
    [{ unresolved: true }, ({ status }) => ['open', 'in_progress'].includes(status)],
    [{ unresolved: false }, ({ status }) => ['resolved', 'closed'].includes(status)],
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

  it.each(faultCases)('lists read a bounded number of faults for the filter %j', async (filter, fits) => {
    const pages = await pagesOf(database, (dataSource, page) =>
      listFaults(dataSource, { ...page, ...filter }),
    );
    expect(pages).toEqual(pagesIn(faults.filter(fits).reverse()));
  });

  it.each([
    [{}, () => true],
    [{ status: 'open' }, ({ status }: (typeof faults)[0]) => status === 'open'],
    [{ areaId: 2 }, ({ record }: (typeof faults)[0]) => record === 2],
    [{ areaId: 1, status: 'gone' }, (row: (typeof faults)[0]) => row.record === 1 && row.status !== 'open'],
  ] as const)('lists read a bounded number of losses for the filter %j', async (filter, fits) => {
    const pages = await pagesOf(database, (dataSource, page) =>
      listLosses(dataSource, { ...page, ...filter }),
    );
    expect(pages).toEqual(pagesIn(faults.filter(fits).reverse()));
  });

  type MaintenanceCase = [
    Omit<MaintenanceListFilter, keyof PageRequest>,
    (row: (typeof faults)[0]) => boolean,
  ];
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
    'lists read a bounded number of work orders for the filter %j',
    async (filter, fits) => {
      const pages = await pagesOf(database, (dataSource, page) =>
        listMaintenance(dataSource, { ...page, ...filter }),
      );
      expect(pages).toEqual(pagesIn(faults.filter(fits).reverse()));
    },
  );

  it.each([
    [{}, () => true],
    [{ status: 'completed' }, ({ status }: (typeof faults)[0]) => status === 'closed'],
  ] as const)(
    'lists read a bounded number of work orders that are due in a range and match %j',
    async (filter, fits) => {
      const [first, last] = [LISTED_ROWS / 4, (LISTED_ROWS * 3) / 4];
      const range = { from: textOf(first), to: textOf(last) };
      const pages = await pagesOf(database, (dataSource, page) =>
        listMaintenance(dataSource, { ...page, ...filter, ...range }),
      );
      expect(pages).toEqual(pagesIn(faults.slice(first, last).filter(fits)));
    },
  );

  it('lists read a bounded number of comments on a fault', async () => {
    expect(await pagesOf(database, listFaultComments)).toEqual(pagesIn(faults));
  });

  it('lists read a bounded number of baselines and budgets', async () => {
    expect(await pagesOf(database, listBaselines)).toEqual(pagesIn(users));
    expect(await pagesOf(database, listBudgets)).toEqual(pagesIn(users));
  });

  it.each([
    ['contracts', listContracts],
    ['price series', listPriceSeries],
  ])('lists read a bounded number of %s', async (_, list) => {
    expect(await pagesOf(database, list)).toEqual(pagesIn(users));
  });

  it('lists read a bounded number of calendars', async () => {
    expect(await pagesOf(database, listCalendars)).toEqual(pagesIn(users));
  });

  it('lists read a bounded number of API keys', async () => {
    expect(await pagesOf(database, listApiKeys)).toEqual(pagesIn(users));
  });

  it('lists read a bounded number of notification rules', async () => {
    expect(await pagesOf(database, listNotificationRules)).toEqual(pagesIn(users));
  });

  it.each([1, 2, 3])('lists read a bounded number of deliveries of notification rule %i', async (ruleId) => {
    const pages = await pagesOf(database, (dataSource, page) =>
      listNotificationDeliveries(dataSource, ruleId, page),
    );
    const own = writes.filter(({ code }) => (code === 'A' ? ruleId === 1 : ruleId === 2));
    expect(pages).toEqual(pagesIn(own.toReversed()));
  });

  it.each([undefined, true, false])(
    'lists read a bounded number of report plans with enabled = %s',
    async (enabled) => {
      const pages = await pagesOf(database, (dataSource, page) =>
        listReportPlans(dataSource, { ...page, enabled }),
      );
      const fits = plans.filter((plan) => enabled === undefined || plan.enabled === enabled);
      expect(pages).toEqual(pagesIn(fits));
    },
  );

  it.each([1, 2])('lists read a bounded number of runs of report plan %i', async (planId) => {
    const pages = await pagesOf(database, (dataSource, page) => listReportRuns(dataSource, planId, page));
    const own = writes.filter(({ code }) => (code === 'A' ? planId === 1 : planId === 2));
    expect(pages).toEqual(pagesIn(own.toReversed()));
  });

  it('lists read a bounded number of report templates', async () => {
    expect(await pagesOf(database, listReportTemplates)).toEqual(pagesIn(users));
  });

  it('lists read a bounded number of alert rules', async () => {
    expect(await pagesOf(database, listAlertRules)).toEqual(pagesIn(users));
  });

  it('lists read a bounded number of imports and corrections of readings', async () => {
    expect(await pagesOf(database, listReadingImports)).toEqual(pagesIn(users.toReversed()));
    expect(await pagesOf(database, listReadingCorrections)).toEqual(pagesIn(users.toReversed()));
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

  it.each(objectCases)('lists read a bounded number of objects for the filter %j', async (filter, fits) => {
    const pages = await pagesOf(database, (dataSource, page) =>
      listObjects(dataSource, { ...page, ...filter }),
    );
    expect(pages).toEqual(pagesIn(parts.filter(fits)));
  });

  const pointCases = objectCases.map(
    ([{ modelId, search }, fits]) =>
      [{ objectId: modelId, search } satisfies Omit<PointFilter, keyof PageRequest>, fits] as const,
  );

  it.each(pointCases)('lists read a bounded number of points for the filter %j', async (filter, fits) => {
    const pages = await pagesOf(database, (dataSource, page) =>
      listPoints(dataSource, { ...page, ...filter }),
    );
    expect(pages).toEqual(pagesIn(parts.filter(fits)));
  });

  it('lists read a bounded number of the points that the gateway offers', async () => {
    const rest = {
      unit: null,
      dataType: null,
      writable: false,
      group: null,
      min: null,
      max: null,
      step: null,
    };
    const offered = [...parts, { name: 'one more' }].map(({ name }) => ({ code: name, name, ...rest }));
    const { result, reads } = await rowsRead(database.dataSource, (dataSource) =>
      listAvailablePoints(dataSource, offered, { page: 2, limit: 20 }),
    );
    // The list of a gateway is counted in memory, where the reach is not replaced.
    expect(result).toMatchObject({ total: parts.length, exact: false });
    expect(result.items).toHaveLength(20);
    for (const { pointId } of result.items) expect(pointId).toEqual(expect.any(Number));
    expect(Math.max(...reads)).toBeLessThan(MOST_READ);
  });
});
