import { FaultStatsService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/** Computes the statistics of faults at the start, and within five seconds after a fault has changed. */
@Injectable()
export class RefreshFaultStatsSchedule {
  constructor(private readonly stats: FaultStatsService) {}

  @UnderLease('refresh-fault-stats', '*/5 * * * * *', { atStart: true })
  async refresh(_signal: AbortSignal): Promise<void> {
    await this.stats.refresh();
  }
}
