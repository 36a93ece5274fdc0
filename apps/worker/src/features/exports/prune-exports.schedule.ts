import { ExportRetentionService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/** Deletes the records of old exports every hour. */
@Injectable()
export class PruneExportsSchedule {
  constructor(private readonly retention: ExportRetentionService) {}

  @UnderLease('prune-exports', '35 27 * * * *')
  prune(signal: AbortSignal): Promise<void> {
    return this.retention.prune(signal);
  }
}
