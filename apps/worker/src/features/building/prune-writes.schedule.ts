import { PointWriteRetentionService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/** Deletes the records of old writes every night. */
@Injectable()
export class PruneWritesSchedule {
  constructor(private readonly retention: PointWriteRetentionService) {}

  @UnderLease('prune-point-writes', '0 37 3 * * *')
  prune(signal: AbortSignal): Promise<void> {
    return this.retention.prune(signal);
  }
}
