import { writeExport, type WriteExportJob } from '@app/contracts';
import type { ExportJobEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { type DueRecord, JobClient, jobIdFor } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findDueExports } from './export-jobs.queries';

type DueExport = Pick<ExportJobEntity, 'id' | 'attempts'>;

/** Queues the jobs of exports. */
@Injectable()
export class ExportQueue {
  private readonly logger = new Logger(ExportQueue.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: JobClient,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `unavailable` while the queue is known to be unreachable */
  assertReachable(): void {
    this.jobs.assertReachable();
  }

  /** Queues the job of a committed export. Returns at once. If the queue fails, the sweep queues the job. */
  queue(due: DueExport): void {
    this.jobs.enqueueMany(writeExport, [jobOf(due)]).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'An export could not be queued. The next sweep queues it.');
    });
  }

  /** Returns a job for each export that is due. */
  async findDue(limit: number): Promise<DueRecord<WriteExportJob>[]> {
    return (await findDueExports(this.dataSource.manager, this.clock.now(), limit)).map(jobOf);
  }
}

function jobOf({ id, attempts }: DueExport): DueRecord<WriteExportJob> {
  return { payload: { exportId: id }, jobId: jobIdFor(writeExport, id, attempts) };
}
