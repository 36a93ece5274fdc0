import { setTimeout as delay } from 'node:timers/promises';
import { Environment } from '@app/config';
import type { JobDefinition } from '@app/contracts';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { isNotConnectionError } from 'bullmq';
import type { QueueBackend, QueueWorker } from './backends/queue-backend';
import { isDoneWithin } from './backends/within';
import { JobRunner } from './job-runner';
import { queueNames } from './queue-names';
import type { QueueTiming } from './queue-timing';
import { QueueMonitor } from './queue-monitor';
import { reasonOf } from './reason-of';
import { DECLARED_JOBS, QUEUE_BACKEND, QUEUE_TIMING } from './queue.tokens';

const RESTART_MS = 1000;

/** A worker per queue. They begin when the queue's server is first reached, be it long after the process has started. */
@Injectable()
export class JobWorkers implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Queue');
  private readonly workers = new Map<string, QueueWorker>();
  private readonly closing = new AbortController();

  constructor(
    @Inject(DECLARED_JOBS) private readonly declared: readonly JobDefinition<object>[],
    @Inject(QUEUE_BACKEND) private readonly backend: QueueBackend,
    @Inject(QUEUE_TIMING) private readonly timing: QueueTiming,
    private readonly monitor: QueueMonitor,
    private readonly environment: Environment,
    private readonly runner: JobRunner,
  ) {}

  onApplicationBootstrap(): void {
    void this.startAll();
  }

  /** In the first phase of the shutdown: what the jobs need is closed in a later one. */
  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    this.runner.stop();
    const workers = [...this.workers.values()];
    const closed = Promise.all(workers.map((worker) => worker.close()));
    // Without jobs there is nothing to wait for but the server's goodbye, and that may never come.
    const drainMs = this.runner.isIdle && this.monitor.isKnownDown ? 0 : this.timing.drainMs;
    if (await isDoneWithin(drainMs, closed)) return;
    for (const worker of workers) worker.cancelAllJobs('The process ends.');
    if (await isDoneWithin(this.timing.abortMs, closed)) return;
    if (!this.runner.isIdle)
      this.logger.warn('Some jobs did not end in time; another worker takes them over.');
    this.backend.disconnectWorkers();
  }

  private async startAll(): Promise<void> {
    await this.monitor.whenUp(this.closing.signal);
    for (const queue of queueNames(this.declared)) void this.start(queue);
  }

  private async start(queue: string): Promise<void> {
    if (this.closing.signal.aborted) return;
    const { lockMs, stalledCheckMs } = this.timing;
    const worker = this.backend.createWorker(
      queue,
      (job, token, signal) => this.runner.run(job, token, signal),
      {
        concurrency: this.environment.WORKER_CONCURRENCY,
        lockDuration: lockMs,
        stalledInterval: stalledCheckMs,
        // A job whose worker dies is begun again as often as one that fails, then given up.
        maxStalledCount: this.environment.JOB_ATTEMPTS,
      },
    );
    this.workers.set(queue, worker);
    this.watch(worker);
    try {
      await worker.waitUntilReady();
    } catch (error) {
      // A worker whose first steps fail stays useless.
      this.logger.warn(`The worker of the queue ${queue} did not start: ${reasonOf(error)}`);
      await this.restart(queue, worker);
    }
  }

  private async restart(queue: string, worker: QueueWorker): Promise<void> {
    if (this.closing.signal.aborted) return;
    this.workers.delete(queue);
    await isDoneWithin(RESTART_MS, worker.close(true));
    await delay(RESTART_MS, undefined, { signal: this.closing.signal }).catch(() => undefined);
    await this.start(queue);
  }

  private watch(worker: QueueWorker): void {
    worker.on('error', (error) => {
      // Of a lost server the monitor tells, once.
      if (this.monitor.isKnownDown || !isNotConnectionError(error)) return;
      this.logger.warn(`A worker met an error: ${reasonOf(error)}`);
    });
    worker.on('lockRenewalFailed', (jobIds) => {
      for (const jobId of jobIds) worker.cancelJob(jobId, 'Another worker may have taken the job over.');
    });
  }
}
