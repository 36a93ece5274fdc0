import { DomainError, type ErrorKind, runInRequest } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { type Job, UnrecoverableError, WaitingError } from 'bullmq';
import { checkPayload } from './check-payload';
import { HandlerRegistry } from './handler-registry';
import type { JobData } from './job-data';
import type { JobContext } from './job-handler';

/** What no repetition can mend. */
const FINAL: ReadonlySet<ErrorKind> = new Set(['invalid', 'not_found', 'conflict', 'forbidden']);
const NEVER = new AbortController().signal;

/** Runs one job: finds its handler, checks its payload, and tells the queue what to make of an error. */
@Injectable()
export class JobRunner {
  private readonly logger = new Logger('Job');
  private readonly runs = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(private readonly registry: HandlerRegistry) {}

  get isIdle(): boolean {
    return this.runs.size === 0;
  }

  /** From now on a job that heeds its signal goes back to the queue; that costs it no attempt. */
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
    const context: JobContext = {
      jobId: job.id ?? '',
      attempt: job.attemptsMade + 1,
      stalls: job.stalledCounter,
      requestId: job.data.requestId ?? null,
      signal,
      stopping: AbortSignal.any([signal, this.stopping.signal]),
    };
    const run = () => registered.handler.run(payload, context);
    await (context.requestId === null ? run() : runInRequest(context.requestId, run));
  }

  private report(job: Job<JobData>, error: unknown): Error {
    const failure = error instanceof Error ? error : new Error(String(error));
    const final = failure instanceof DomainError && FINAL.has(failure.kind);
    const attempt = job.attemptsMade + 1;
    const facts = { err: failure, jobId: job.id, attempt, requestId: job.data?.requestId ?? null };
    if (final) this.logger.error(facts, 'A job failed and is not tried again.');
    else if (attempt >= (job.opts.attempts ?? 1)) this.logger.error(facts, 'A job failed for the last time.');
    else this.logger.warn(facts, 'A job failed and is tried again.');
    return final ? new UnrecoverableError(failure.message) : failure;
  }
}
