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
const SECONDS = 4;
const WARM_UP_SECONDS = 2;
const AIM = 0.35;
const PATH = '/api/auth/me';

await runBenchmark(async (scope) => {
  const databaseUrl = `${await startPostgres(scope)}/bench`;
  const info = await startApi(scope, databaseUrl, { LOG_LEVEL: 'info' });
  const warn = await startApi(scope, databaseUrl, { LOG_LEVEL: 'warn' });
  const answer = JSON.stringify(await info.get(PATH));
  const bare = await startPeer(scope, fileURLToPath(new URL('bare-nest.mjs', import.meta.url)), [answer]);

  const servers = {
    info: { url: info.address + PATH, headers: info.headers },
    bare: { url: `${bare.address}/bare` },
    warn: { url: warn.address + PATH, headers: warn.headers },
  };
  for (const server of Object.values(servers)) await load(server, WARM_UP_SECONDS);
  const rates = await inRounds(ROUNDS, {
    info: () => load(servers.info, SECONDS),
    bare: () => load(servers.bare, SECONDS),
    warn: () => load(servers.warn, SECONDS),
  });
  for (const level of ['info', 'warn']) {
    console.log(
      `GET ${PATH}, LOG_LEVEL=${level}: ${format(median(rates[level]))} requests/s, ` +
        `bare Nest route ${format(median(rates.bare))}: ` +
        `${medianRatio(rates[level], rates.bare).toFixed(2)} (aim ${AIM})`,
    );
  }
});

/** @returns requests per second */
async function load(server, seconds) {
  const result = await autocannon({ ...server, connections: CONNECTIONS, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} requests failed.`);
  return result.requests.total / result.duration;
}
