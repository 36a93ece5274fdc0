import { ExecutionRetentionService } from '@app/domain';
import { LeaseService } from '@app/leases';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';

/**
 * Removes executions past their retention, and what else of workflows need not be kept, by one worker of several: soon
 * after the start, since a worker may never live until a certain hour, and every ten minutes.
 */
@Injectable()
export class PruneExecutionsSchedule implements OnApplicationBootstrap {
  private readonly logger = new Logger(PruneExecutionsSchedule.name);

  constructor(
    private readonly retention: ExecutionRetentionService,
    private readonly leases: LeaseService,
  ) {}

  onApplicationBootstrap(): void {
    void this.prune();
  }

  /** Never rejects. */
  @Cron('40 */10 * * * *', { timeZone: 'UTC' })
  async prune(): Promise<void> {
    try {
      const lease = await this.leases.tryAcquire('prune-executions');
      if (!lease) return;
      try {
        await this.retention.prune(lease.signal);
      } catch (error) {
        // Told to end, by the process or because the lease was lost: the rest is for the next time.
        if (!lease.signal.aborted) throw error;
      } finally {
        await lease.release();
      }
    } catch (error) {
      this.logger.error({ err: error }, 'Old executions could not be removed; tried again in ten minutes');
    }
  }
}
