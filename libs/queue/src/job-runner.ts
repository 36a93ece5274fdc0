import { setMaxListeners } from 'node:events';
import { DomainError, isFinal, linkedSignal, runInRequest } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { type Job, UnrecoverableError, WaitingError } from 'bullmq';
import { checkPayload } from './check-payload';
import { HandlerRegistry } from './handler-registry';
import type { JobData } from './job-data';
import type { JobContext } from './job-handler';

const NEVER = new AbortController().signal;

/** Runs jobs: finds the handler of a job, checks its payload, and decides whether a failed job is retried. */
@Injectable()
export class JobRunner {
  private readonly logger = new Logger('Job');
  private readonly runs = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(private readonly registry: HandlerRegistry) {
    // Each running job listens to this signal.
    setMaxListeners(0, this.stopping.signal);
  }

  get isIdle(): boolean {
    return this.runs.size === 0;
  }

  /**
   * Aborts the signals of all running jobs. A job that then stops returns to the queue, and the attempt is not counted.
   */
  stop(): void {
    this.stopping.abort();
  }

  async run(job: Job<JobData>, token?: string, signal: AbortSignal = NEVER): Promise<void> {
    const work = this.handle(job, signal);
    this.runs.add(work);
    try {
      await work;
    } catch (error) {
      if (this.stopping.signal.aborted && signal.aborted) {
        await job.moveToWait(token);
        throw new WaitingError();
      }
      throw this.report(job, error);
    } finally {
      this.runs.delete(work);
    }
  }

  private async handle(job: Job<JobData>, signal: AbortSignal): Promise<void> {
    const registered = this.registry.find(job.name);
    if (!registered) throw DomainError.notFound(`The handler of the job ${job.name}`);
    const payload = checkPayload(registered.job, job.data?.payload);
    const stopping = linkedSignal([signal, this.stopping.signal]);
    const context: JobContext = {
      jobId: job.id ?? '',
      attempt: job.attemptsMade + 1,
      stalls: job.stalledCounter,
      requestId: job.data.requestId ?? null,
      signal,
      stopping: stopping.signal,
    };
    const run = () => registered.handler.run(payload, context);
    try {
      await (context.requestId === null ? run() : runInRequest(context.requestId, run));
    } finally {
      stopping.release();
    }
  }

  private report(job: Job<JobData>, error: unknown): Error {
    const failure = error instanceof Error ? error : new Error(String(error));
    const final = isFinal(failure);
    const attempt = job.attemptsMade + 1;
    const facts = { err: failure, jobId: job.id, attempt, requestId: job.data?.requestId ?? null };
    if (final) this.logger.error(facts, 'A job failed and is not retried.');
    else if (attempt >= (job.opts.attempts ?? 1))
      this.logger.error(facts, 'The last attempt of a job failed. The job is not retried.');
    else this.logger.warn(facts, 'A job failed and will be retried.');
    return final ? new UnrecoverableError(failure.message) : failure;
  }
}
