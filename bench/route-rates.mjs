import { createRequire } from 'node:module';
import { format, inRounds, median, medianRatio } from './rounds.mjs';

const autocannon = createRequire(import.meta.url)('autocannon');

const ROUNDS = 3;
const CONNECTIONS = 50;
const SECONDS = 4;
const WARM_UP_SECONDS = 2;
const AIM = 0.35;

/**
 * Measures a route of the product, at two log levels, and a bare route. Calls them alternately, and prints their rates.
 * @param what the name of the route in the report
 * @param targets `{ info, bare, warn }`; each is `{ url, method, headers, body }`
 */
export async function compareRates(what, targets) {
  for (const target of Object.values(targets)) await load(target, WARM_UP_SECONDS);
  const rates = await inRounds(ROUNDS, {
    info: () => load(targets.info, SECONDS),
    bare: () => load(targets.bare, SECONDS),
    warn: () => load(targets.warn, SECONDS),
  });
  for (const level of ['info', 'warn']) {
    console.log(
      `${what}, LOG_LEVEL=${level}: ${format(median(rates[level]))} requests/s, ` +
        `bare Nest route ${format(median(rates.bare))}: ` +
        `${medianRatio(rates[level], rates.bare).toFixed(2)} (aim ${AIM})`,
    );
  }
}

/** @returns requests per second */
async function load(target, seconds) {
  const result = await autocannon({ ...target, connections: CONNECTIONS, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} requests failed.`);
  return result.requests.total / result.duration;
}
