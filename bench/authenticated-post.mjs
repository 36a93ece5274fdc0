/**
 * Benchmarks the work that the api does around the handler of a POST route, including the validation of the body.
 * Baseline: the same controller in a bare Nest application on Express, with Nest's own pipe over the same class. The
 * route is not part of the product, because the product's POST routes write to the database. The api and the baseline
 * run in separate processes, and are called alternately.
 */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { startPeer, startService } from './api-process.mjs';
import { startPostgres } from './databases.mjs';
import { compareRates } from './route-rates.mjs';
import { runBenchmark } from './scope.mjs';

const JSON_TYPE = { 'content-type': 'application/json' };
const BODY = {
  name: 'Supply fan does not start',
  priority: 3,
  severity: 'major',
  location: { building: 'North wing', floor: 2 },
  tags: ['ventilation', 'AHU-12', 'first floor'],
};
const ANSWER = { id: 1, name: BODY.name, severity: BODY.severity, fields: 5 };

await runBenchmark(async (scope) => {
  const databaseUrl = `${await startPostgres(scope)}/bench`;
  const targets = {
    info: await startFrame(scope, databaseUrl, 'info'),
    bare: targetOf(await startPeer(scope, besides('bare-post.mjs'))),
    warn: await startFrame(scope, databaseUrl, 'warn'),
  };
  for (const target of Object.values(targets)) await assertChecks(target);
  await assertGuarded(targets.info);
  await compareRates('POST of five fields', targets);
});

async function startFrame(scope, databaseUrl, level) {
  const file = besides('framed-post.mjs');
  return targetOf(await startService(scope, file, databaseUrl, { LOG_LEVEL: level }));
}

function besides(file) {
  return fileURLToPath(new URL(file, import.meta.url));
}

function targetOf({ address, path, accessToken }) {
  const headers = accessToken ? { ...JSON_TYPE, authorization: `Bearer ${accessToken}` } : JSON_TYPE;
  return { url: address + path, method: 'POST', headers, body: JSON.stringify(BODY) };
}

/** Checks that the target drops unknown fields and refuses invalid ones. */
async function assertChecks(target) {
  const answer = await post(target, { ...BODY, unnamed: true });
  deepStrictEqual(await answer.json(), ANSWER);
  const refusal = await post(target, { ...BODY, location: { building: 'North wing', floor: 'second' } });
  strictEqual(refusal.status, 400);
}

async function assertGuarded(target) {
  const refusal = await post({ ...target, headers: JSON_TYPE }, BODY);
  strictEqual(refusal.status, 401);
}

function post({ url, headers }, body) {
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}
