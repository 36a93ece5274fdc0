/**
 * Benchmarks a page of each list over HTTP, with each filter, on large tables and both databases. `LISTS_ROWS` is the
 * number of rows of each table; by default, one million. There are a tenth as many users, workflows and models, and
 * terms of the search. Rows with rare values come last in the order of their list, so that a scan would be slow. Each
 * group of tables has its own database; `LISTS_GROUPS` names the groups to measure, for example `operations,building`.
 */
import { startApi } from './api-process.mjs';
import { BUILDING_LISTS, JOURNAL_LISTS, RECORD_LISTS, SAVINGS_LISTS } from './building-rows.mjs';
import { hasMariaDb, hasRedis, startMariaDb, startPostgres, startRedis } from './databases.mjs';
import { dialects, LISTS, OPERATION_LISTS } from './list-rows.mjs';
import { format, median } from './rounds.mjs';
import { runBenchmark, runPart } from './scope.mjs';

const ROWS = Number(process.env.LISTS_ROWS ?? 1_000_000);
const REQUESTS = 15;
const AIM_MS = 50;

const FIRST_ID = '01900000-0000-7000-8000-000000000001';
const EXECUTIONS = `/api/workflows/${FIRST_ID}/executions`;
/** `prepare` creates what the rows refer to. */
const GROUPS = {
  platform: {
    tables: LISTS,
    prepare: () => undefined,
    paths: [
      '/api/workflows',
      '/api/workflows?page=500',
      '/api/workflows?enabled=false',
      '/api/workflows?search=workflow-1234',
      '/api/workflows?search=12345&enabled=true',
      EXECUTIONS,
      `${EXECUTIONS}?page=500`,
      `${EXECUTIONS}?limit=200&page=50`,
      `${EXECUTIONS}?status=success`,
      `${EXECUTIONS}?status=success&page=500`,
      `${EXECUTIONS}?status=failed`,
      `${EXECUTIONS}?status=running`,
      `${EXECUTIONS}?trigger=schedule`,
      `${EXECUTIONS}?status=failed&trigger=manual`,
      '/api/users',
      '/api/users?page=500',
      '/api/users?role=engineer',
      '/api/users?search=user_1234',
      '/api/users?search=1234&role=viewer',
      '/api/users/directory',
      '/api/users/directory?page=500',
      '/api/system/audit',
      '/api/system/audit?page=500',
      '/api/system/audit?userId=2',
      '/api/system/audit?action=user.removed',
      '/api/system/audit?userId=2&action=user.created',
      '/api/system/audit?from=2026-01-02&to=2026-01-03',
      '/api/system/audit?userId=1&to=2026-01-03&page=500',
    ],
    refused: [`${EXECUTIONS}?page=500000`, '/api/users?search=user'],
  },
  operations: {
    tables: OPERATION_LISTS,
    prepare: (api) =>
      api.post('/api/notification-rules', {
        name: 'Operators',
        minSeverity: 'minor',
        channel: { kind: 'mail', to: ['ann@example.org'] },
      }),
    paths: [
      '/api/alerts',
      '/api/alerts?page=500',
      '/api/alerts?limit=200&page=50',
      '/api/alerts?status=active',
      '/api/alerts?status=cleared&page=500',
      '/api/alerts?shelved=true',
      '/api/alerts?severity=critical',
      '/api/alerts?severity=minor&page=500',
      '/api/alerts?acknowledged=false',
      '/api/alerts?source=workflow',
      '/api/alerts?areaId=2',
      '/api/alerts?areaId=1&severity=critical',
      '/api/alerts?pointCode=RARE',
      '/api/alerts?pointCode=P&status=cleared&page=500',
      '/api/alerts?from=2026-01-02&to=2026-01-03',
      '/api/alerts/1/history',
      '/api/alerts/1/history?page=500',
      '/api/maintenance',
      '/api/maintenance?page=500',
      '/api/maintenance?status=open',
      '/api/maintenance?status=completed&page=500',
      '/api/maintenance?type=inspection',
      '/api/maintenance?from=2026-01-02&to=2026-01-03',
      '/api/maintenance?status=completed&from=2026-01-02&page=500',
      '/api/notification-rules/1/deliveries',
      '/api/notification-rules/1/deliveries?page=500',
      '/api/faults',
      '/api/faults?page=500',
      '/api/faults?status=open',
      '/api/faults?severity=critical',
      '/api/faults?status=closed&severity=minor&page=500',
      '/api/faults?alertId=1',
    ],
    refused: [
      '/api/alerts?page=500000',
      '/api/alerts/1/history?page=500000',
      '/api/maintenance?page=500000',
      '/api/notification-rules/1/deliveries?page=500000',
      '/api/faults?page=500000',
    ],
  },
  journals: {
    tables: JOURNAL_LISTS,
    prepare: (api) => api.post('/api/faults', { title: 'A fault', severity: 'minor' }),
    paths: [
      '/api/iot/writes',
      '/api/iot/writes?page=500',
      '/api/iot/writes?code=RARE',
      '/api/iot/writes?code=P&page=500',
      `/api/iot/writes?executionId=${FIRST_ID}`,
      `/api/iot/writes?code=P&executionId=${FIRST_ID}`,
      '/api/iot/writes?from=2026-01-02&to=2026-01-03',
      '/api/iot/writes?code=P&to=2026-01-03&page=500',
      '/api/files',
      '/api/files?page=500',
      '/api/files?category=report',
      '/api/files?category=upload&page=500',
      '/api/files?search=part-1234',
      '/api/files?search=12345&category=upload',
      '/api/energy/readings/imports',
      '/api/energy/readings/imports?page=500',
      '/api/faults/1/comments',
      '/api/faults/1/comments?page=500',
      '/api/system/backups',
      '/api/system/backups?page=500',
    ],
    refused: ['/api/iot/writes?page=500000', '/api/files?search=part', '/api/faults/1/comments?page=500000'],
  },
  building: {
    tables: BUILDING_LISTS,
    prepare: () => undefined,
    paths: [
      '/api/iot/overrides',
      '/api/iot/overrides?page=500',
      '/api/models',
      '/api/models?page=500',
      '/api/models?search=12345',
      ...['/api/objects', '/api/points'].flatMap((path) => {
        const owner = path === '/api/points' ? 'objectId' : 'modelId';
        return [
          path,
          `${path}?page=500`,
          `${path}?${owner}=1`,
          `${path}?${owner}=1&page=500`,
          `${path}?${owner}=2`,
          `${path}?search=part-1234`,
          `${path}?search=12345&${owner}=1`,
          `${path}?search=12345&${owner}=2`,
        ];
      }),
    ],
    refused: ['/api/iot/overrides?page=500000', '/api/points?search=part'],
  },
  records: {
    tables: RECORD_LISTS,
    prepare: () => undefined,
    paths: [
      '/api/reports',
      '/api/reports?enabled=true&page=500',
      '/api/reports?enabled=false',
      '/api/reports/templates',
      '/api/reports/1/runs',
      '/api/calendars',
      '/api/api-keys',
      '/api/notification-rules',
      '/api/alerts/rules',
    ].flatMap((path) => (path.includes('?') ? [path] : [path, `${path}?page=500`])),
    refused: ['/api/reports?page=500000'],
  },
  savings: {
    tables: SAVINGS_LISTS,
    prepare: (api) =>
      api.put('/api/energy/areas', {
        areas: [
          { name: 'Building', meters: [{ pointCode: 'METER', kind: 'interval', intervalSeconds: 3600 }] },
        ],
      }),
    paths: [
      '/api/energy/contracts',
      '/api/energy/baselines',
      '/api/energy/corrections',
      '/api/energy/corrections?pointCode=METER',
      '/api/losses',
      '/api/losses?status=open',
      '/api/losses?areaId=1',
      '/api/losses?areaId=1&status=open',
    ].flatMap((path) => [path, `${path}${path.includes('?') ? '&' : '?'}page=500`]),
    refused: ['/api/losses?page=500000'],
  },
};
const CHOSEN = process.env.LISTS_GROUPS?.split(',') ?? Object.keys(GROUPS);

await runBenchmark(async (scope) => {
  const postgresUrl = await startPostgres(scope);
  const mariaDb =
    (await hasMariaDb()) && (await hasRedis())
      ? {
          url: await startMariaDb(scope, { durable: false }),
          environment: { QUEUE_URL: await startRedis(scope) },
        }
      : null;
  for (const group of CHOSEN) {
    const measureOn = (name, dialect, url, environment) =>
      runPart(scope, (part) =>
        measure(part, GROUPS[group], { name, dialect, databaseUrl: `${url}/bench_${group}`, environment }),
      );
    await measureOn('PostgreSQL', dialects.postgres, postgresUrl);
    if (mariaDb) await measureOn('MariaDB', dialects.mysql, mariaDb.url, mariaDb.environment);
  }
});

async function measure(
  scope,
  { tables, prepare, paths, refused },
  { name, dialect, databaseUrl, environment },
) {
  // This api only creates the tables. The benchmark measures another api, because an access token of this api would
  // expire while the tables are filled.
  await prepare(await startApi(scope, databaseUrl, environment));
  const startMs = performance.now();
  await dialect.fill(databaseUrl, ROWS, tables);
  console.log(`${name}: ${format(ROWS)} rows inserted in ${format((performance.now() - startMs) / 1000)} s`);
  const api = await startApi(scope, databaseUrl, environment);
  for (const path of paths) {
    const { status, times, total } = await ask(api, path);
    if (status !== 200) throw new Error(`${path} got a response with status ${status}.`);
    const slow = median(times) > AIM_MS ? `  (over ${AIM_MS} ms)` : '';
    const figures = `${median(times).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(1)} ms`;
    console.log(
      `${name} ${path.replace(EXECUTIONS, '/api/workflows/:id/executions')}: ${figures}, ${total}${slow}`,
    );
  }
  for (const path of refused) {
    const { status, times } = await ask(api, path);
    console.log(
      `${name} ${path.replace(EXECUTIONS, '/api/workflows/:id/executions')}: ${status}, ${median(times).toFixed(1)} ms`,
    );
  }
}

async function ask({ address, headers }, path) {
  const times = [];
  let response;
  for (let request = 0; request < REQUESTS; request++) {
    const startMs = performance.now();
    response = await fetch(address + path, { headers });
    await response.arrayBuffer();
    times.push(performance.now() - startMs);
  }
  const exact = response.headers.get('x-total-count-exact') === 'true';
  return {
    status: response.status,
    times,
    total: `${response.headers.get('x-total-count')}${exact ? '' : ' or more'}`,
  };
}
