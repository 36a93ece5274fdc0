/**
 * How long `npm start` takes until the product says that it runs, once it is installed, built and has been started
 * before: database, simulated gateway, api and worker. Beside a bare Nest application and beside Node.js itself.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, inRounds, median, medianRatio } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';

const ROUNDS = 5;
const AIM_SECONDS = 5;
const root = fileURLToPath(new URL('..', import.meta.url));
const bareNest = fileURLToPath(new URL('bare-nest.mjs', import.meta.url));

await runBenchmark(async (scope) => {
  const first = await startProduct(scope);
  const milliseconds = await inRounds(ROUNDS, {
    product: () => startProduct(scope),
    nest: startBareNest,
    node: startNode,
  });
  const { product, nest, node } = milliseconds;
  console.log(
    `npm start until ready: ${format(median(product) / 1000)} s (aim ${AIM_SECONDS} s; the first time ` +
      `${format(first / 1000)} s), bare Nest application ${format(median(nest) / 1000)} s, ` +
      `node -e 0 ${format(median(node) / 1000)} s: ${format(medianRatio(product, nest))} times bare Nest`,
  );
});

/** Starts and ends the product. @returns milliseconds until it said that it runs */
async function startProduct({ folder, atEnd }) {
  const startMs = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which a signal reaches as a whole.
    detached: true,
  });
  const closed = once(child, 'close');
  const end = async () => {
    const { pid, exitCode, signalCode } = child;
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGTERM');
    await closed;
  };
  atEnd(end);
  await new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk);
        if (/is running[^]*Ctrl-C/.test(output)) resolve();
      });
    }
    child.once('close', () => reject(new Error(`The product does not run:\n${output}`)));
  });
  const readyMs = performance.now() - startMs;
  await end();
  return readyMs;
}

async function startBareNest() {
  const startMs = performance.now();
  const child = fork(bareNest, { env: { PATH: process.env.PATH, NODE_ENV: 'production' } });
  await once(child, 'message');
  const readyMs = performance.now() - startMs;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return readyMs;
}

async function startNode() {
  const startMs = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - startMs;
}
