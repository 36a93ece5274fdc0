import { MeterUpkeepService } from '@app/domain';
import { LeaseService } from '@app/leases';
import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';

/** Removes readings past their retention, at night, by one worker of several. */
@Injectable()
export class PruneReadingsSchedule {
  private readonly logger = new Logger(PruneReadingsSchedule.name);

  constructor(
    private readonly upkeep: MeterUpkeepService,
    private readonly leases: LeaseService,
  ) {}

  @Cron('17 3 * * *', { timeZone: 'UTC' })
  async prune(): Promise<void> {
    try {
      const lease = await this.leases.tryAcquire('prune-readings');
      if (!lease) return;
      try {
        await this.upkeep.prune(lease.signal);
      } finally {
        await lease.release();
      }
    } catch (error) {
      this.logger.error({ err: error }, 'Old readings could not be removed; tried again tomorrow');
    }
  }
}
