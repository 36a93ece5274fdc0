import { MeterUpkeepService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/** Deletes readings that are older than the retention period every night. */
@Injectable()
export class PruneReadingsSchedule {
  constructor(private readonly upkeep: MeterUpkeepService) {}

  @UnderLease('prune-readings', '17 3 * * *')
  prune(signal: AbortSignal): Promise<void> {
    return this.upkeep.prune(signal);
  }
}
