/**
 * Measures how long `npm start` takes until the product reports that it runs: database, simulated gateway, api and
 * worker. The product is already installed and built. Compares it with a bare Nest application and with Node.js itself.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, inRounds, median, medianRatio } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';

const ROUNDS = 5;
const AIM_SECONDS = 3;
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

/**
 * Starts and stops the product.
 * @returns milliseconds until the product reported that it runs
 */
async function startProduct({ folder, atEnd }) {
  const startMs = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The product gets its own process group, so that one signal reaches all its processes.
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
    child.once('close', () => reject(new Error(`The product ended before it was ready:\n${output}`)));
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
