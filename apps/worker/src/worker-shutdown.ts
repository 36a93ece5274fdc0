import { LeaseService } from '@app/leases';
import { JobWorkers, OutboxSweep } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { OccurrencesRunner } from './features/triggers/occurrences.runner';
import { SchedulesRunner } from './features/triggers/schedules.runner';

/**
 * Stops taking work everywhere at once and waits for the work under way. Nest would end one module after the other, and
 * the sum of their waits would exceed the time that a process has to end.
 */
@Injectable()
export class WorkerShutdown {
  constructor(
    private readonly jobs: JobWorkers,
    private readonly sweep: OutboxSweep,
    private readonly leases: LeaseService,
    private readonly schedules: SchedulesRunner,
    private readonly occurrences: OccurrencesRunner,
  ) {}

  /** Takes 10 s at most. */
  async stopWork(): Promise<void> {
    const parts = [this.jobs, this.sweep, this.leases, this.schedules, this.occurrences];
    await Promise.all(parts.map((part) => part.onModuleDestroy()));
  }
}
