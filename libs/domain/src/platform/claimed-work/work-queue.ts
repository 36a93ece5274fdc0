import type { JobDefinition } from '@app/contracts';
import type { WorkRow } from '@app/entities';
import { Clock } from '@app/kernel';
import { type DueRecord, JobClient, jobIdFor } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityTarget } from 'typeorm';
import { findDueWork } from './work-rows.queries';

type DueWork = Pick<WorkRow, 'id' | 'attempts'>;

export interface WorkJob<Payload extends object> {
  entity: EntityTarget<WorkRow>;
  job: JobDefinition<Payload>;
  payloadOf: (id: string) => Payload;
}

/** Queues the jobs of work that is stored in rows. */
@Injectable()
export abstract class WorkQueue<Payload extends object> {
  protected abstract readonly work: WorkJob<Payload>;
  private readonly logger = new Logger(WorkQueue.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: JobClient,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `unavailable` while the queue is known to be unreachable */
  assertReachable(): void {
    this.jobs.assertReachable();
  }

  /** Queues the jobs of committed rows. Returns at once. If the queue fails, the sweep queues the jobs. */
  queue(due: readonly DueWork[]): void {
    const { job } = this.work;
    const jobs = due.map((row) => this.jobOf(row));
    this.jobs.enqueueMany<Payload>(job, jobs).catch((error: unknown) => {
      this.logger.warn(
        { err: error, job: job.name },
        'Jobs could not be queued. The next sweep queues them.',
      );
    });
  }

  /** Returns a job for each row that is due. */
  async findDue(limit: number): Promise<DueRecord<Payload>[]> {
    const due = await findDueWork(this.dataSource.manager, this.work.entity, this.clock.now(), limit);
    return due.map((row) => this.jobOf(row));
  }

  private jobOf({ id, attempts }: DueWork): DueRecord<Payload> {
    const { job, payloadOf } = this.work;
    return { payload: payloadOf(id), jobId: jobIdFor(job, id, attempts) };
  }
}
