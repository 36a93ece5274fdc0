import type { Environment } from '@app/config';
import type { QueueBackend, QueueWorker } from './backends/queue-backend';
import type { JobRunner } from './job-runner';
import { JobWorkers } from './job-workers';
import type { QueueMonitor } from './queue-monitor';
import type { QueueTiming } from './queue-timing';

const TAKE_STALE_MS = 5000;

/** A worker that hangs during its start, and whose start fails when it is closed. */
class HangingWorker implements QueueWorker {
  isOpen = true;
  private failStart: (error: Error) => void = () => undefined;

  waitUntilReady(): Promise<void> {
    return new Promise((_, reject) => (this.failStart = reject));
  }

  close(): Promise<void> {
    this.isOpen = false;
    this.failStart(new Error('Connection is closed.'));
    return Promise.resolve();
  }

  cancelJob(): boolean {
    return false;
  }

  cancelAllJobs(): void {}

  on(): this {
    return this;
  }
}

describe('JobWorkers', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('replaces a worker only once if the worker hangs during its start', async () => {
    const created: HangingWorker[] = [];
    const backend = {
      createWorker: () => {
        created.push(new HangingWorker());
        return created.at(-1);
      },
    } as unknown as QueueBackend;
    const workers = new JobWorkers(
      [{ name: 'do-something', queue: 'anything', payload: class {} }],
      backend,
      { takeStaleMs: TAKE_STALE_MS, drainMs: 10, abortMs: 10 } as QueueTiming,
      { whenUp: () => Promise.resolve(), isKnownDown: false } as unknown as QueueMonitor,
      { WORKER_CONCURRENCY: 1, JOB_ATTEMPTS: 1 } as Environment,
      { stop: () => undefined, isIdle: true } as unknown as JobRunner,
    );
    workers.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(3 * TAKE_STALE_MS);
    expect(created).toHaveLength(2);
    expect(created.filter(({ isOpen }) => isOpen)).toHaveLength(1);
    await workers.onModuleDestroy();
    expect(created.filter(({ isOpen }) => isOpen)).toHaveLength(0);
  });
});
