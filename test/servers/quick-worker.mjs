/**
 * Runs the worker of dist/ in a separate process. It detects dead workers after a short time, so that a test takes
 * seconds instead of minutes. The process uses the worker's environment, and reports to its parent when it is ready.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const built = (path) => require(`../../dist/${path}`);

const { Environment, loadEnvironment } = built('libs/config/src/index.js');
const { EXECUTION_TIMING } = built('libs/domain/src/index.js');
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
  abortMs: 3000,
  sweepEveryMs: 200,
};
const EXECUTIONS = { claimMs: 2500, renewEveryMs: 300, lookEveryMs: 200, overdueMs: 500, graceMs: 1500 };

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
