import { isSet } from 'node:util/types';
import { DomainError } from '@app/kernel';
import { Logger } from '@nestjs/common';
import { type Job, UnrecoverableError } from 'bullmq';
import { HandlerRegistry } from './handler-registry';
import type { JobContext } from './job-handler';
import type { JobData } from './job-data';
import { JobRunner } from './job-runner';

class NoPayload {}

const job = { name: 'do-something', data: { payload: {} }, attemptsMade: 0, stalledCounter: 0, opts: {} };

/** Returns the number of signals that depend on a signal, from an internal list of Node. */
function dependantsOf(signal: AbortSignal): number {
  const sets = Object.getOwnPropertySymbols(signal)
    .map((symbol) => (signal as unknown as Record<symbol, unknown>)[symbol])
    .filter(isSet);
  return sets.reduce((sum, { size }) => sum + size, 0);
}

function runnerOf(run: (context: JobContext) => Promise<void>) {
  const registered = {
    job: { name: job.name, queue: 'anything', payload: NoPayload },
    handler: { run: (_payload: object, context: JobContext) => run(context) },
  };
  return new JobRunner({ find: () => registered } as unknown as HandlerRegistry);
}

const run = (runner: JobRunner, signal: AbortSignal) =>
  runner.run(job as unknown as Job<JobData>, 'token', signal);

describe('JobRunner', () => {
  beforeEach(() => {
    for (const level of ['error', 'warn'] as const) jest.spyOn(Logger.prototype, level).mockReturnValue();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it("aborts a job's signal when the process is ending, or when the job was cancelled", async () => {
    const { signal: neverAborted } = new AbortController();
    const reasons: unknown[] = [];
    const runner = runnerOf(async ({ stopping }) => {
      runner.stop();
      reasons.push(stopping.aborted);
    });
    await run(runner, neverAborted);
    const cancelled = new AbortController();
    await run(
      runnerOf(async ({ stopping }) => {
        cancelled.abort('cancelled');
        reasons.push(stopping.reason);
      }),
      cancelled.signal,
    );
    expect(reasons).toEqual([true, 'cancelled']);
  });

  it.each(['invalid', 'not_found', 'conflict', 'forbidden'] as const)(
    'does not let the queue retry a job that fails with the error kind %s',
    async (kind) => {
      const { signal } = new AbortController();
      const runner = runnerOf(() => Promise.reject(new DomainError(kind, 'refused', 'It cannot succeed.')));
      await expect(run(runner, signal)).rejects.toBeInstanceOf(UnrecoverableError);
    },
  );

  it('lets the queue retry a job that fails with another error', async () => {
    const { signal } = new AbortController();
    const failure = new Error('The gateway does not answer.');
    await expect(
      run(
        runnerOf(() => Promise.reject(failure)),
        signal,
      ),
    ).rejects.toBe(failure);
  });

  it('removes references to finished jobs from a signal that outlives the jobs', async () => {
    const { signal } = new AbortController();
    const runner = runnerOf(async ({ stopping }) => expect(stopping.aborted).toBe(false));
    for (let count = 0; count < 10; count++) await run(runner, signal);
    expect(dependantsOf(signal)).toBe(0);
  });
});
