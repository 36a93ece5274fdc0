import { LeaseService } from '@app/leases';
import { JobWorkers, PendingRecordSweep } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { SchedulesRunner } from './features/schedules/schedules.runner';
import { OccurrencesRunner } from './features/triggers/occurrences.runner';

/**
 * Stops all sources of work at once and waits for the active work. Nest would close one module after the other, and the
 * sum of their waits would exceed the time limit of the shutdown.
 */
@Injectable()
export class WorkerShutdown {
  constructor(
    private readonly jobs: JobWorkers,
    private readonly sweep: PendingRecordSweep,
    private readonly leases: LeaseService,
    private readonly schedules: SchedulesRunner,
    private readonly occurrences: OccurrencesRunner,
  ) {}

  /** Resolves when all active work has ended or its time limit has passed, after at most 10 s. */
  async stopWork(): Promise<void> {
    const parts = [this.jobs, this.sweep, this.leases, this.schedules, this.occurrences];
    await Promise.all(parts.map((part) => part.onModuleDestroy()));
  }
}
