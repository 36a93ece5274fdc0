/**
 * Benchmarks the work that the api does around the handler of a GET route. The api checks a token, reads the caller's
 * role from the database, validates the answer and writes a log line. Baseline: a bare Nest route on Express that
 * returns the same JSON. The api and the baseline run in separate processes, and are called alternately.
 */
import { fileURLToPath } from 'node:url';
import { startApi, startPeer } from './api-process.mjs';
import { startPostgres } from './databases.mjs';
import { compareRates } from './route-rates.mjs';
import { runBenchmark } from './scope.mjs';

const PATH = '/api/auth/me';

await runBenchmark(async (scope) => {
  const databaseUrl = `${await startPostgres(scope)}/bench`;
  const info = await startApi(scope, databaseUrl, { LOG_LEVEL: 'info' });
  const warn = await startApi(scope, databaseUrl, { LOG_LEVEL: 'warn' });
  const answer = JSON.stringify(await info.get(PATH));
  const bare = await startPeer(scope, fileURLToPath(new URL('bare-nest.mjs', import.meta.url)), [answer]);

  await compareRates(`GET ${PATH}`, {
    info: { url: info.address + PATH, headers: info.headers },
    bare: { url: `${bare.address}/bare` },
    warn: { url: warn.address + PATH, headers: warn.headers },
  });
});
