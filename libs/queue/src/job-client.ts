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
  /** The job's id, which `jobIdFor` derives from the record. Default: a new id. */
  jobId?: string;
  /** Minimum delay in milliseconds. */
  delayMs?: number;
  /** The id of the request that caused the job. Default: the id of the current request or job. */
  requestId?: string | null;
}

export type EnqueueOptions = Omit<JobToEnqueue<object>, 'payload'>;

/** Enqueues jobs. */
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

  /**
   * True while the queue's server does not respond. Check this before you insert a record that is only processed by a
   * job.
   */
  get isKnownDown(): boolean {
    return this.monitor.isKnownDown;
  }

  /**
   * Checks that the queue's server responds.
   * @throws DomainError `unavailable` while it does not respond
   */
  assertReachable(): void {
    if (this.isKnownDown) throw queueUnavailable();
  }

  /**
   * Enqueues a job. Does nothing if a job with the same id is queued, or has finished and is still kept.
   * @returns the job's id
   * @throws DomainError `invalid` for an invalid payload; `unavailable` if the queue is unreachable. If the server did
   *   not respond for 5 s, the job may have been queued nevertheless
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

  /** Like `enqueue`, for many jobs of one type. If any payload is invalid, nothing is queued. */
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

/** Refuses a payload with a NUL character. PostgreSQL cannot store it, so it would make the whole batch fail. */
function storable<Payload extends object>(job: JobDefinition<Payload>, payload: Payload): Payload {
  if (!JSON.stringify(payload).includes('\\u0000')) return payload;
  throw DomainError.invalid(
    `The payload of the job ${job.name} contains a NUL character, which cannot be stored.`,
  );
}
