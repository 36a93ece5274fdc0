/**
 * Benchmarks a page of each list over HTTP, with each filter, on large tables and both databases. `LISTS_ROWS` is the
 * number of audit entries, and also the number of executions of one workflow; by default, one million. There are a
 * tenth as many users and workflows. Rows with rare values come last in the order of their list, so that a scan would
 * be slow.
 */
import { startApi } from './api-process.mjs';
import { hasMariaDb, hasRedis, startMariaDb, startPostgres, startRedis } from './databases.mjs';
import { dialects, LISTS } from './list-rows.mjs';
import { format, median } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';

const ROWS = Number(process.env.LISTS_ROWS ?? 1_000_000);
const REQUESTS = 15;
const AIM_MS = 50;

const EXECUTIONS = '/api/workflows/01900000-0000-7000-8000-000000000001/executions';
const PATHS = [
  '/api/workflows',
  '/api/workflows?page=500',
  '/api/workflows?enabled=false',
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
  '/api/system/audit',
  '/api/system/audit?page=500',
  '/api/system/audit?userId=2',
  '/api/system/audit?action=user.removed',
  '/api/system/audit?userId=2&action=user.created',
  '/api/system/audit?from=2026-01-02&to=2026-01-03',
  '/api/system/audit?userId=1&to=2026-01-03&page=500',
];
const REFUSED = [`${EXECUTIONS}?page=500000`, '/api/users?search=user'];

await runBenchmark(async (scope) => {
  await measure(scope, 'PostgreSQL', dialects.postgres, `${await startPostgres(scope)}/bench`);
  if (!(await hasMariaDb()) || !(await hasRedis())) return;
  const url = `${await startMariaDb(scope, { durable: false })}/bench`;
  await measure(scope, 'MariaDB', dialects.mysql, url, { QUEUE_URL: await startRedis(scope) });
});

async function measure(scope, name, dialect, databaseUrl, environment = {}) {
  // This api only creates the tables. The benchmark measures another api, because an access token of this api would
  // expire while the tables are filled.
  await startApi(scope, databaseUrl, environment);
  const startMs = performance.now();
  await dialect.fill(databaseUrl, ROWS, LISTS);
  console.log(`${name}: ${format(ROWS)} rows inserted in ${format((performance.now() - startMs) / 1000)} s`);
  const api = await startApi(scope, databaseUrl, environment);
  for (const path of PATHS) {
    const { status, times, total } = await ask(api, path);
    if (status !== 200) throw new Error(`${path} got a response with status ${status}.`);
    const slow = median(times) > AIM_MS ? `  (over ${AIM_MS} ms)` : '';
    const figures = `${median(times).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(1)} ms`;
    console.log(
      `${name} ${path.replace(EXECUTIONS, '/api/workflows/:id/executions')}: ${figures}, ${total}${slow}`,
    );
  }
  for (const path of REFUSED) {
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
