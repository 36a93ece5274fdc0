import { Environment } from '@app/config';
import type { JobDefinition } from '@app/contracts';
import { DomainError, currentRequestId, newId } from '@app/kernel';
import { getQueueToken } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import type { QueueBackend } from './backends/queue-backend';
import { BulkAdder, type NewJob, queueUnavailable } from './bulk-adder';
import { checkPayload } from './check-payload';
import type { JobData } from './job-data';
import { checkedJobId } from './job-id';
import { jobOptions } from './job-options';
import { QueueMonitor } from './queue-monitor';
import { DECLARED_JOBS, QUEUE_BACKEND } from './queue.tokens';

export interface JobToEnqueue<Payload extends object> {
  payload: Payload;
  /** Determined by the record that the job is for, see `jobIdFor`. Default: a fresh one. */
  jobId?: string;
  /** Not before this many milliseconds from now. */
  delayMs?: number;
  /** Of the request that causes the job. Default: that of the present code, be it a request's or a job's. */
  requestId?: string | null;
}

export type EnqueueOptions = Omit<JobToEnqueue<object>, 'payload'>;

/** Puts jobs into their queues. */
@Injectable()
export class JobClient {
  private readonly adder: BulkAdder;

  constructor(
    @Inject(DECLARED_JOBS) private readonly declared: readonly JobDefinition<object>[],
    @Inject(QUEUE_BACKEND) backend: QueueBackend,
    private readonly monitor: QueueMonitor,
    private readonly environment: Environment,
    private readonly moduleRef: ModuleRef,
  ) {
    this.adder = new BulkAdder(backend, () => monitor.isKnownDown);
  }

  /** True while the queue's server does not answer: ask before writing what only a job would make use of. */
  get isKnownDown(): boolean {
    return this.monitor.isKnownDown;
  }

  /** @throws DomainError `unavailable` while the queue's server does not answer */
  assertReachable(): void {
    if (this.isKnownDown) throw queueUnavailable();
  }

  /**
   * Queues a job. Adding an id that is queued already, or held as finished, does nothing.
   * @returns the job's id
   * @throws DomainError `invalid` for a payload that does not fit, `unavailable` where the queue cannot be reached;
   * after 5 s of silence the job may have been queued all the same
   */
  async enqueue<Payload extends object>(
    job: JobDefinition<Payload>,
    payload: NoInfer<Payload>,
    options: EnqueueOptions = {},
  ): Promise<string> {
    const newJob = this.prepare(job, { payload, ...options });
    await this.adder.add(this.queueOf(job.queue), [newJob]);
    return newJob.opts.jobId;
  }

  /** Like `enqueue`, for many jobs of one kind. Nothing is queued unless all payloads are valid. */
  async enqueueMany<Payload extends object>(
    job: JobDefinition<Payload>,
    jobs: readonly JobToEnqueue<NoInfer<Payload>>[],
    { requestId }: Pick<EnqueueOptions, 'requestId'> = {},
  ): Promise<string[]> {
    const newJobs = jobs.map((entry) => this.prepare(job, { requestId, ...entry }));
    if (newJobs.length > 0) await this.adder.add(this.queueOf(job.queue), newJobs);
    return newJobs.map(({ opts }) => opts.jobId);
  }

  private prepare<Payload extends object>(
    job: JobDefinition<Payload>,
    {
      payload,
      jobId = `${job.name}-${newId()}`,
      delayMs,
      requestId = currentRequestId() ?? null,
    }: JobToEnqueue<Payload>,
  ): NewJob {
    if (!this.declared.includes(job)) throw new Error(`The job ${job.name} is not declared.`);
    return {
      name: job.name,
      data: { payload: storable(job, checkPayload(job, payload)), requestId },
      opts: jobOptions(job, this.environment, { jobId: checkedJobId(jobId), delayMs }),
    };
  }

  private queueOf(name: string): Queue<JobData> {
    return this.moduleRef.get<Queue<JobData>>(getQueueToken(name), { strict: false });
  }
}

/** PostgreSQL cannot store the character NUL; one such job would be the ruin of all that are added with it. */
function storable<Payload extends object>(job: JobDefinition<Payload>, payload: Payload): Payload {
  if (!JSON.stringify(payload).includes('\\u0000')) return payload;
  throw DomainError.invalid(`The payload of the job ${job.name} contains the character NUL.`);
}
