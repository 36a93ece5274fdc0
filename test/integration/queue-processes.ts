import { EnvironmentModule, type Environment } from '@app/config';
import type { JobDefinition } from '@app/contracts';
import { HandlesJob, type JobHandler, QueueModule, type QueueTiming } from '@app/queue';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { testEnvironment } from '../harness';

type Jobs = readonly JobDefinition<object>[];

/** With this timing, a worker that has not reported for a second counts as dead. */
export const QUICK: Partial<QueueTiming> = {
  lockMs: 1000,
  stalledCheckMs: 300,
  drainMs: 1000,
  abortMs: 1000,
  sweepEveryMs: 200,
};

const nothing = () => undefined;
/** A log that writes nothing, because these tests cause failures on purpose. */
export const QUIET = { log: nothing, warn: nothing, error: nothing };

/**
 * Creates an application context with the queue of a client, such as the api, which enqueues jobs but does not run
 * them.
 */
export function startClient(queueUrl: string, jobs: Jobs): Promise<INestApplicationContext> {
  return start(queueUrl, QueueModule.forClient(jobs), []);
}

/**
 * Creates an application context with the queue of a worker. `providers` contains its job handlers and record sources.
 */
export function startWorker(
  queueUrl: string,
  jobs: Jobs,
  providers: Type[],
  environment: Partial<Environment> = {},
  timing: Partial<QueueTiming> = QUICK,
): Promise<INestApplicationContext> {
  return start(queueUrl, QueueModule.forWorker(jobs, timing), providers, environment);
}

/** Creates a handler class for a job. */
export function handling<Payload extends object>(
  job: JobDefinition<Payload>,
  run: JobHandler<Payload>['run'],
): Type<JobHandler<Payload>> {
  @HandlesJob(job)
  class TestHandler {
    readonly run = run;
  }
  return TestHandler;
}

async function start(
  queueUrl: string,
  module: ReturnType<typeof QueueModule.forClient>,
  providers: Type[],
  environment: Partial<Environment> = {},
): Promise<INestApplicationContext> {
  const testing = await Test.createTestingModule({
    imports: [EnvironmentModule.forRoot(testEnvironment({ QUEUE_URL: queueUrl, ...environment })), module],
    providers,
  })
    .setLogger(QUIET)
    .compile();
  try {
    return await testing.init();
  } catch (error) {
    await testing.close();
    throw error;
  }
}
