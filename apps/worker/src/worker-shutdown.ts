import { LeaseService } from '@app/leases';
import { JobWorkers, PendingRecordSweep } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { RepeatedTurns } from './repeated-turns';

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
    private readonly turns: RepeatedTurns,
  ) {}

  /** Resolves when all active work has ended or its time limit has passed, after at most 9 s. */
  async stopWork(): Promise<void> {
    const parts = [this.jobs, this.sweep, this.leases];
    await Promise.all([this.turns.end(), ...parts.map((part) => part.onModuleDestroy())]);
  }
}
