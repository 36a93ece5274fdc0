/**
 * Measures the CPU time of the api per request of a simple list, and compares it with `GET /api/auth/me` and with a
 * bare Nest route.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { startApi, startPeer } from './api-process.mjs';
import { startPostgres } from './databases.mjs';
import { cpuMs } from './process-usage.mjs';
import { inRounds, median, medianRatio } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';

const autocannon = createRequire(import.meta.url)('autocannon');
const PATHS = ['/api/workflows', '/api/users', '/api/auth/me', '/metrics'];

await runBenchmark(async (scope) => {
  const api = await startApi(scope, `${await startPostgres(scope)}/bench`);
  await api.post('/api/workflows', {
    name: 'A workflow',
    nodes: [{ id: 'start', type: 'start', config: {} }],
    edges: [],
  });
  const answer = JSON.stringify(await api.get('/api/workflows'));
  const bare = await startPeer(scope, fileURLToPath(new URL('bare-nest.mjs', import.meta.url)), [answer]);
  const variants = { bare: () => cpuOf(bare.pid, `${bare.address}/bare`) };
  for (const path of PATHS) variants[path] = () => cpuOf(api.pid, api.address + path, api.headers);
  for (const measure of Object.values(variants)) await measure();
  const micros = await inRounds(3, variants);
  for (const [name, figures] of Object.entries(micros)) {
    const ratio = medianRatio(figures, micros.bare).toFixed(1);
    console.log(
      `${name}: ${Math.round(median(figures))} µs of CPU per request, ${ratio} times the bare route`,
    );
  }
});

/** @returns CPU time of the process per request, in microseconds */
async function cpuOf(pid, url, headers) {
  const beforeMs = cpuMs(pid);
  const { requests, non2xx, errors } = await autocannon({ url, headers, connections: 10, duration: 2 });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests to ${url} failed.`);
  return ((cpuMs(pid) - beforeMs) * 1000) / requests.total;
}
