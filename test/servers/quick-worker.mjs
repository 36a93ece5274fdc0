/**
 * Runs the worker of dist/ in a separate process, with shorter timeouts for dead workers, so that a test takes seconds
 * instead of minutes. Its environment and its messages to the parent process are those of the worker.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { compile, loadPrograms, readCodeCache } = require('../../dist/bundle/start-program.cjs');

const programs = loadPrograms(compile(readCodeCache('worker')));
const { DEFAULT_TIMING, DEFAULT_EXECUTION_TIMING } = programs.workerTiming();
Object.assign(DEFAULT_TIMING, {
  lockMs: 2500,
  stalledCheckMs: 300,
  drainMs: 300,
  abortMs: 12_000,
  sweepEveryMs: 200,
});
Object.assign(DEFAULT_EXECUTION_TIMING, {
  // The claim is long enough for a machine that is busy with other tests.
  claimMs: 8000,
  renewEveryMs: 1000,
  checkEveryMs: 200,
  overdueMs: 500,
  // A response that arrives during the shutdown may be late on a busy machine.
  graceMs: 10_000,
});
programs.worker();
