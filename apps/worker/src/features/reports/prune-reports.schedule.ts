import { ReportRetentionService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/** Deletes old runs of reports every hour. */
@Injectable()
export class PruneReportsSchedule {
  constructor(private readonly retention: ReportRetentionService) {}

  @UnderLease('prune-reports', '15 37 * * * *')
  prune(signal: AbortSignal): Promise<void> {
    return this.retention.prune(signal);
  }
}
