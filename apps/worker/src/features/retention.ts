import { ExecutionRetentionService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/**
 * Deletes executions and other workflow data that are older than their retention periods. Runs at the start and every
 * ten minutes.
 */
@Injectable()
export class PruneExecutionsSchedule {
  constructor(private readonly retention: ExecutionRetentionService) {}

  @UnderLease('prune-executions', '40 */10 * * * *', { atStart: true })
  prune(signal: AbortSignal): Promise<void> {
    return this.retention.prune(signal);
  }
}

export const retentionProviders = [PruneExecutionsSchedule];
