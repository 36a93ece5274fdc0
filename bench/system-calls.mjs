/**
 * Counts the system calls of the api and the worker per execution with strace, under the load of `workflow.mjs`. Runs
 * on Redis, and on MariaDB with each commit flushed. Unlike a rate, the count hardly depends on the machine. Because
 * strace slows the processes down, reads and writes are also counted without it, in /proc/PID/io.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasMariaDb, hasRedis, startMariaDb, startRedis } from './databases.mjs';
import { inRounds, median } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';
import { startProduct } from './workflow-product.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const DELIVERIES = 10_000;
const WARM_UP = 5000;
const AIM = 4;
/** Calls per execution. All system calls that are rarer than this are counted together as `other`. */
const RARE = 0.005;

await runBenchmark(async (scope) => {
  if (!hasStrace() || !(await hasMariaDb()) || !(await hasRedis())) {
    console.log('strace, MariaDB or Redis is not installed, so this benchmark is left out.');
    return;
  }
  const redisUrl = await startRedis(scope);
  const databaseUrl = `${await startMariaDb(scope, { durable: true })}/bench`;
  const product = await startProduct(scope, databaseUrl, `${redisUrl}/1`);
  await product.deliver(WARM_UP);
  const names = Object.keys(product.pids);
  const { traced, untraced } = await inRounds(ROUNDS, {
    traced: () => countTraced(scope, product, names),
    untraced: () => countUntraced(product, names),
  });
  report(names, traced, untraced);
});

/** @returns calls per execution by process and by system call */
async function countTraced({ folder, atEnd }, product, names) {
  const traces = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, `${name}.strace`);
      const strace = spawn('strace', ['-c', '-f', '-p', String(product.pids[name]), '-o', file], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      atEnd(() => strace.kill('SIGINT'));
      const ended = once(strace, 'exit');
      // strace reports on stderr that it has attached, or why it cannot.
      const [report] = await once(strace.stderr, 'data');
      if (!/attached/.test(report)) throw new Error(`strace did not attach to the ${name}: ${report}`);
      return { name, file, stop: () => (strace.kill('SIGINT'), ended) };
    }),
  );
  await product.deliver(DELIVERIES);
  await Promise.all(traces.map(({ stop }) => stop()));
  return Object.fromEntries(traces.map(({ name, file }) => [name, readCounts(file)]));
}

/**
 * Parses the table of `strace -c`: `% time, seconds, usecs/call, calls, errors, syscall`. The column `errors` is blank
 * if there were none.
 */
function readCounts(file) {
  const rows = readFileSync(file, 'utf8').matchAll(/^ *[\d.]+ +[\d.]+ +\d+ +(\d+) +(?:\d+ +)?(\w+)$/gm);
  const counts = [...rows].filter(([, , call]) => call !== 'total');
  if (counts.length === 0) throw new Error(`The output of strace in ${file} lists no system calls.`);
  return Object.fromEntries(counts.map(([, number, call]) => [call, Number(number) / DELIVERIES]));
}

async function countUntraced(product, names) {
  const before = names.map((name) => readsAndWrites(product.pids[name]));
  await product.deliver(DELIVERIES);
  const after = names.map((name) => readsAndWrites(product.pids[name]));
  return Object.fromEntries(names.map((name, at) => [name, (after[at] - before[at]) / DELIVERIES]));
}

/**
 * Returns the number of read and write calls of a process since its start. It includes all threads, and variants such
 * as `readv`.
 */
function readsAndWrites(pid) {
  const io = readFileSync(`/proc/${pid}/io`, 'utf8');
  return Number(/syscr: (\d+)/.exec(io)[1]) + Number(/syscw: (\d+)/.exec(io)[1]);
}

function report(names, traced, untraced) {
  let sum = 0;
  for (const name of names) {
    const calls = new Set(traced.flatMap((round) => Object.keys(round[name])));
    const medians = [...calls].map((call) => [call, median(traced.map((round) => round[name][call] ?? 0))]);
    const total = medians.reduce((all, [, count]) => all + count, 0);
    const common = medians.filter(([, count]) => count >= RARE).sort(([, one], [, other]) => other - one);
    const other = total - common.reduce((all, [, count]) => all + count, 0);
    const table = [...common, ['other', other]].map(([call, count]) => `${call} ${count.toFixed(2)}`);
    const alone = median(untraced.map((round) => round[name]));
    console.log(`${name}: ${total.toFixed(2)} calls per execution: ${table.join(', ')}`);
    console.log(`  reads and writes without strace: ${alone.toFixed(2)}`);
    sum += total;
  }
  console.log(`${sum.toFixed(2)} calls per execution, api and worker (aim ${AIM})`);
}

function hasStrace() {
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
