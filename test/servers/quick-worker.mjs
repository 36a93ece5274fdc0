/**
 * Runs the worker of dist/ in a separate process. It detects dead workers sooner, so that a test takes seconds instead
 * of minutes. Its environment and its messages to the parent process are those of the worker.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const built = (path) => require(`../../dist/${path}`);

const { Environment, loadEnvironment } = built('libs/config/src/index.js');
const { DEFAULT_EXECUTION_TIMING, EXECUTION_TIMING } = built(
  'libs/domain/src/automation/executions/record/execution-timing.js',
);
const { createLogger, NestLog } = built('libs/logging/src/index.js');
const { DEFAULT_TIMING } = built('libs/queue/src/queue-timing.js');
const { QUEUE_TIMING } = built('libs/queue/src/queue.tokens.js');
const { WorkerModule } = built('apps/worker/src/worker.module.js');
const { Test } = require('@nestjs/testing');

const QUEUE = {
  ...DEFAULT_TIMING,
  lockMs: 2500,
  stalledCheckMs: 300,
  drainMs: 300,
  abortMs: 12_000,
  sweepEveryMs: 200,
};
const EXECUTIONS = {
  ...DEFAULT_EXECUTION_TIMING,
  // The claim is long enough for a machine that is busy with other tests.
  claimMs: 8000,
  renewEveryMs: 1000,
  checkEveryMs: 200,
  overdueMs: 500,
  // A response that arrives during the shutdown may be late on a busy machine.
  graceMs: 10_000,
};

const environment = loadEnvironment(Environment);
const testing = await Test.createTestingModule({ imports: [WorkerModule.forRoot(environment)] })
  .overrideProvider(QUEUE_TIMING)
  .useValue(QUEUE)
  .overrideProvider(EXECUTION_TIMING)
  .useValue(EXECUTIONS)
  .setLogger(new NestLog(createLogger(environment.LOG_LEVEL)))
  .compile();
await testing.init();
process.once('SIGTERM', () => void testing.close().then(() => process.exit(0)));
process.once('disconnect', () => process.exit(1));
process.send({ type: 'ready', address: null });
