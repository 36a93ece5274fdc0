/**
 * What the frame of a route costs: requests per second to a route of the api that takes a token, the caller's role
 * from the database, checks by schema and a log line, beside a bare Nest route on Express that returns the same JSON.
 * Each in a process of its own, asked in turn.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { startApi, startPeer } from './api-process.mjs';
import { startPostgres } from './databases.mjs';
import { format, inRounds, median, medianRatio } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';

const autocannon = createRequire(import.meta.url)('autocannon');

const ROUNDS = 3;
const CONNECTIONS = 50;
const SECONDS = 5;
const AIM = 0.35;
const PATH = '/api/auth/me';

await runBenchmark(async (scope) => {
  const databaseUrl = `${await startPostgres(scope)}/bench`;
  const info = await startApi(scope, databaseUrl, { LOG_LEVEL: 'info' });
  const warn = await startApi(scope, databaseUrl, { LOG_LEVEL: 'warn' });
  const answer = JSON.stringify(await info.get(PATH));
  const bare = await startPeer(scope, fileURLToPath(new URL('bare-nest.mjs', import.meta.url)), [answer]);

  const servers = {
    info: () => load(info.address + PATH, info.headers),
    bare: () => load(`${bare.address}/bare`),
    warn: () => load(warn.address + PATH, warn.headers),
  };
  for (const warmUp of Object.values(servers)) await warmUp();
  const rates = await inRounds(ROUNDS, servers);
  for (const level of ['info', 'warn']) {
    console.log(
      `GET ${PATH}, LOG_LEVEL=${level}: ${format(median(rates[level]))} requests/s, ` +
        `bare Nest route ${format(median(rates.bare))}: ` +
        `${medianRatio(rates[level], rates.bare).toFixed(2)} (aim ${AIM})`,
    );
  }
});

/** @returns requests per second */
async function load(url, headers = {}) {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} requests failed.`);
  return result.requests.total / result.duration;
}
