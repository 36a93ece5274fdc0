import { Environment } from '@app/config';
import { Semaphore } from '@app/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { ExecutionDispatcher } from '../intake/execution-dispatcher';
import { EXECUTION_TIMING, type ExecutionTiming } from '../record/execution-timing';
import { ExecutionClaims } from './execution-claims';
import { ExecutionErrorHandler } from './execution-error-handler';
import { ExecutionRunner } from './execution-runner';
import { inRequestOf } from './in-request-of';
import type { ExecutionAttempt, JobAttempt } from './job-attempt';

/**
 * Extra executions a worker may run for each job slot. At the default concurrency, all executions of a full job run at
 * once.
 */
const EXTRA_PER_JOB = 3;

/** Runs the executions of a job concurrently. */
@Injectable()
export class ExecutionBatchRunner {
  /** Slots for the additional executions of a job. The first execution uses the job's own slot. */
  private readonly slots: Semaphore;

  constructor(
    { WORKER_CONCURRENCY }: Environment,
    private readonly runner: ExecutionRunner,
    private readonly claims: ExecutionClaims,
    private readonly errors: ExecutionErrorHandler,
    private readonly dispatcher: ExecutionDispatcher,
    @Inject(EXECUTION_TIMING) private readonly timing: ExecutionTiming,
  ) {
    this.slots = new Semaphore(EXTRA_PER_JOB * WORKER_CONCURRENCY);
  }

  /**
   * Runs each execution of a job. If the job is repeated, queues a separate job for each execution instead, because one
   * of them may have caused the failure and must not affect the others.
   * @throws if an execution must be repeated, or if the executions were released
   */
  async run(executionIds: readonly string[], job: JobAttempt): Promise<void> {
    const isRepeated = job.attempt > 1 || job.stalls > 0;
    if (executionIds.length > 1 && isRepeated) return this.dispatcher.queueSeparately(executionIds);
    const { signal } = job;
    const release = () => this.claims.releaseAll(signal);
    signal.addEventListener('abort', release, { once: true });
    try {
      await this.runAll(executionIds, job);
    } finally {
      signal.removeEventListener('abort', release);
    }
  }

  private async runAll([first = '', ...others]: readonly string[], job: JobAttempt): Promise<void> {
    const results = await Promise.allSettled([
      this.runOne(first, job),
      ...others.map((id) => this.runInSlot(id, job)),
    ]);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private async runInSlot(executionId: string, job: JobAttempt): Promise<void> {
    const hasSlot = await this.slots.acquire({ timeoutMs: this.timing.slotMs });
    if (!hasSlot) return this.dispatcher.queueSeparately([executionId]);
    try {
      job.signal.throwIfAborted();
      await this.runOne(executionId, job);
    } finally {
      this.slots.release();
    }
  }

  /** @throws if the job must be repeated because the execution was released or had an internal error */
  private async runOne(executionId: string, job: JobAttempt): Promise<void> {
    if (!this.claims.add(executionId, job.signal)) return;
    const attempt: ExecutionAttempt = { executionId, job };
    try {
      await this.runner.run(attempt);
    } catch (error) {
      await inRequestOf(attempt.execution, () => this.errors.handle(error, attempt));
    } finally {
      this.claims.remove(executionId);
    }
  }
}
