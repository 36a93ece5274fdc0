import { isDoneWithin, pause } from '@app/kernel';
import { LeaseService } from '@app/leases';
import { JobWorkers, PendingRecordSweep } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RepeatedTurns } from './repeated-turns';

/** How often the database is checked during the shutdown, and how long each check waits. */
const CHECK_MS = 1000;
/** If the database has not answered for this long, the shutdown does not wait for it any longer. */
const SILENT_MS = 5000;

/**
 * Stops all sources of work at once and waits for the active work. Nest would close one module after the other, and the
 * sum of their waits would exceed the time limit of the shutdown.
 */
@Injectable()
export class WorkerShutdown {
  private readonly logger = new Logger(WorkerShutdown.name);

  constructor(
    private readonly jobs: JobWorkers,
    private readonly sweep: PendingRecordSweep,
    private readonly leases: LeaseService,
    private readonly turns: RepeatedTurns,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Waits until all active work has ended or its time limit has passed, at most 9 s, and then calls `close`. Returns
   * earlier if the database does not answer, because all work waits for it then: the process can exit, and another
   * worker continues the work, as after a crash.
   */
  async end(close: () => Promise<void>): Promise<void> {
    const closed = new AbortController();
    const ending = this.stopWork()
      .then(close)
      .finally(() => closed.abort());
    await Promise.race([ending, this.untilSilent(closed.signal)]);
  }

  private async stopWork(): Promise<void> {
    const parts = [this.jobs, this.sweep, this.leases];
    await Promise.all([this.turns.end(), ...parts.map((part) => part.onModuleDestroy())]);
  }

  private async untilSilent(closed: AbortSignal): Promise<void> {
    let answeredAtMs = performance.now();
    while (performance.now() - answeredAtMs < SILENT_MS) {
      if (await isDoneWithin(CHECK_MS, this.dataSource.query('SELECT 1'))) answeredAtMs = performance.now();
      await pause(CHECK_MS, closed);
      // The end of `close` counts, not that of this watch.
      if (closed.aborted) return;
    }
    this.logger.warn('The database does not answer. Another worker will continue the unfinished work.');
  }
}
