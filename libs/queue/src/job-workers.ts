import { Environment } from '@app/config';
import type { JobDefinition } from '@app/contracts';
import { isDoneWithin, pause } from '@app/kernel';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { isNotConnectionError } from 'bullmq';
import type { QueueBackend, QueueWorker, WorkerTuning } from './backends/queue-backend';
import { JobRunner } from './job-runner';
import { queueNames } from './queue-names';
import type { QueueTiming } from './queue-timing';
import { QueueMonitor } from './queue-monitor';
import { reasonOf } from './reason-of';
import { TakingProgress } from './taking-progress';
import { DECLARED_JOBS, QUEUE_BACKEND, QUEUE_TIMING } from './queue.tokens';

const RESTART_MS = 1000;
/** A worker that does not take jobs is replaced after this multiple of `takeStaleMs`. */
const REPLACE_FACTOR = 2;

interface RunningWorker {
  worker: QueueWorker;
  progress: TakingProgress;
}

/**
 * Runs one worker per queue. The workers start when the queue's server is first reached, which may be long after the
 * start of this process.
 */
@Injectable()
export class JobWorkers implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Queue');
  private readonly workers = new Map<string, RunningWorker>();
  private readonly closing = new AbortController();
  private watchdog: NodeJS.Timeout | undefined;
  private downAtMs = 0;
  private ended: Promise<void> | undefined;

  constructor(
    @Inject(DECLARED_JOBS) private readonly declared: readonly JobDefinition<object>[],
    @Inject(QUEUE_BACKEND) private readonly backend: QueueBackend,
    @Inject(QUEUE_TIMING) private readonly timing: QueueTiming,
    private readonly monitor: QueueMonitor,
    private readonly environment: Environment,
    private readonly runner: JobRunner,
  ) {}

  /** The queues from which this process should take jobs, but does not. */
  get neglectedQueues(): string[] {
    return queueNames(this.declared).filter((queue) => {
      const running = this.workers.get(queue);
      return !running || running.progress.silentMs > this.timing.takeStaleMs;
    });
  }

  onApplicationBootstrap(): void {
    void this.startAll();
    this.watchdog = setInterval(() => this.replaceStuck(), this.timing.takeStaleMs / 2).unref();
  }

  /** Runs in the first phase of the shutdown, because the dependencies of jobs are closed in a later phase. */
  onModuleDestroy(): Promise<void> {
    return (this.ended ??= this.end());
  }

  private async end(): Promise<void> {
    this.closing.abort();
    clearInterval(this.watchdog);
    this.runner.stop();
    const workers = [...this.workers.values()].map(({ worker }) => worker);
    const closed = Promise.all(workers.map((worker) => worker.close()));
    // If no job is running and the server is down, do not wait: closing would only wait for a response of the server,
    // which may never arrive.
    const drainMs = this.runner.isIdle && this.monitor.isKnownDown ? 0 : this.timing.drainMs;
    if (await isDoneWithin(drainMs, closed)) return;
    for (const worker of workers) worker.cancelAllJobs('The process ends.');
    if (await isDoneWithin(this.timing.abortMs, closed)) return;
    if (!this.runner.isIdle)
      this.logger.warn('Some jobs did not end in time. Another worker will take them over.');
    this.backend.disconnectWorkers();
  }

  private async startAll(): Promise<void> {
    await this.monitor.whenUp(this.closing.signal);
    for (const queue of queueNames(this.declared)) void this.start(queue);
  }

  private async start(queue: string): Promise<void> {
    if (this.closing.signal.aborted) return;
    const progress = new TakingProgress(this.environment.WORKER_CONCURRENCY);
    const worker = this.backend.createWorker({
      queue,
      processor: (job, token, signal) => progress.run(() => this.runner.run(job, token, signal)),
      tuning: this.tuning(),
      onAnswer: () => progress.answered(),
    });
    this.workers.set(queue, { worker, progress });
    this.watch(worker);
    try {
      await worker.waitUntilReady();
    } catch (error) {
      // A worker whose first steps fail stays unusable, so it is replaced.
      this.logger.warn(`The worker of the queue ${queue} did not start: ${reasonOf(error)}`);
      await this.restart(queue, worker);
    }
  }

  private tuning(): WorkerTuning {
    return {
      concurrency: this.environment.WORKER_CONCURRENCY,
      lockDuration: this.timing.lockMs,
      stalledInterval: this.timing.stalledCheckMs,
      // A job whose worker dies is restarted as often as a job that fails.
      maxStalledCount: this.environment.JOB_ATTEMPTS,
    };
  }

  /** Replaces workers that take no jobs although the queue's server responds. This is the last resort. */
  private replaceStuck(): void {
    const nowMs = performance.now();
    const limitMs = REPLACE_FACTOR * this.timing.takeStaleMs;
    if (this.monitor.isKnownDown) this.downAtMs = nowMs;
    if (nowMs - this.downAtMs < limitMs) return;
    for (const [queue, { worker, progress }] of this.workers) {
      if (progress.silentMs < limitMs) continue;
      this.logger.warn(`The worker of the queue ${queue} takes no jobs and is replaced.`);
      worker.cancelAllJobs('The worker is replaced.');
      void this.restart(queue, worker);
    }
  }

  private async restart(queue: string, worker: QueueWorker): Promise<void> {
    // When a worker that is starting is closed, its start fails and this function is called again. Ignore the second
    // call.
    const isCurrent = this.workers.get(queue)?.worker === worker;
    if (this.closing.signal.aborted || !isCurrent) return;
    this.workers.delete(queue);
    await isDoneWithin(RESTART_MS, worker.close(true));
    await pause(RESTART_MS, this.closing.signal);
    await this.start(queue);
  }

  private watch(worker: QueueWorker): void {
    worker.on('error', (error) => {
      // `QueueMonitor` already logs that the server is lost.
      if (this.monitor.isKnownDown || !isNotConnectionError(error)) return;
      this.logger.warn(`A worker reported an error: ${reasonOf(error)}`);
    });
    worker.on('lockRenewalFailed', (jobIds) => {
      for (const jobId of jobIds) worker.cancelJob(jobId, 'Another worker may have taken over the job.');
    });
  }
}
