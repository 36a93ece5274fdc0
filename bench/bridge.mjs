/**
 * Benchmarks the bridge with 10,000 points of 200 Modbus devices that it reads every 15 s: processor time with its
 * database, memory, and how many points are current. Baseline: a bare loop over the same library, which stores nothing.
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEVICES, POINTS, startDevices } from './bridge-load.mjs';
import { builtPath } from './built.mjs';
import { cpuMs, residentMib } from './process-usage.mjs';

const POLL_SECONDS = 15;
const MEASURED_MS = 4 * POLL_SECONDS * 1000;
const ACCOUNT = { username: 'bench', password: 'bench' };

const folder = mkdtempSync(join(tmpdir(), 'bench-bridge-'));
const children = [];
const start = async (path, args, env = process.env) => {
  const child = fork(path, args, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  children.push(child);
  const [message] = await once(child, 'message');
  return { child, message };
};

/** Returns the processor time per poll of these processes, in milliseconds. */
async function perPoll(pids) {
  const total = () => pids().reduce((sum, pid) => sum + cpuMs(pid), 0);
  const before = total();
  await delay(MEASURED_MS);
  return ((total() - before) * POLL_SECONDS * 1000) / MEASURED_MS;
}

try {
  const { child: devices, ports, connections } = await startDevices();
  children.push(devices);
  const file = join(folder, 'bridge.json');
  writeFileSync(file, JSON.stringify({ connections }));
  const dataDir = join(folder, 'data');
  const { child: bridge, message: ready } = await start(builtPath('apps/bridge/src/main.js'), [], {
    PATH: process.env.PATH,
    BRIDGE_CONFIG: file,
    BRIDGE_DATA_DIR: dataDir,
    GATEWAY_USERNAME: ACCOUNT.username,
    GATEWAY_PASSWORD: ACCOUNT.password,
    LOG_LEVEL: 'warn',
  });
  // The first polls open the connections and compile the code.
  await delay(2 * POLL_SECONDS * 1000);
  const server = Number(
    readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
  );
  const database = () => [server, ...childrenOf(server)];
  const bridgeMs = await perPoll(() => [bridge.pid, ...database()]);
  const { good, oldestSeconds } = await qualities(ready.address);
  const memory = residentMib(bridge.pid);
  bridge.kill();
  await once(bridge, 'exit');

  const args = [POLL_SECONDS, POINTS, ...ports].map(String);
  const { child: loop } = await start('bench/bridge-loop.mjs', args);
  await delay(2 * POLL_SECONDS * 1000);
  const loopMs = await perPoll(() => [loop.pid]);

  console.log(`  bridge, with its database   ${bridgeMs.toFixed(0)} ms of processor time per poll`);
  console.log(`  bare loop                   ${loopMs.toFixed(0)} ms`);
  console.log(`  ratio                       ${(bridgeMs / loopMs).toFixed(1)}`);
  console.log(
    `  processor                   ${((bridgeMs / POLL_SECONDS / 1000) * 100).toFixed(1)} % of one core`,
  );
  console.log(
    `  memory of the bridge        ${memory.toFixed(0)} MiB; bare loop ${residentMib(loop.pid).toFixed(0)} MiB`,
  );
  console.log(
    `  good points                 ${good} of ${DEVICES * POINTS}; the oldest value was ${oldestSeconds} s old`,
  );
} finally {
  for (const child of children) child.kill();
  await Promise.all(children.map(ended));
  rmSync(folder, { recursive: true, force: true });
}

async function ended(child) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

function childrenOf(pid) {
  return execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);
}

async function qualities(address) {
  const post = async (path, body, token = '') => {
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const { accessToken } = await post('/auth/login', ACCOUNT);
  const codes = Array.from({ length: DEVICES * POINTS }, (_, index) => {
    return `D${Math.floor(index / POINTS)}.P${index % POINTS}`;
  });
  const values = await post('/codes/values', { codes }, accessToken);
  const ages = values.map(({ timestamp }) => (Date.now() - Date.parse(timestamp)) / 1000);
  return {
    good: values.filter(({ quality }) => quality === 'good').length,
    oldestSeconds: Math.round(ages.reduce((most, age) => Math.max(most, age))),
  };
}
