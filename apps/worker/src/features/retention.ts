import { ExecutionRetentionService, ExecutionsModule } from '@app/domain';
import { LeaseModule, UnderLease } from '@app/leases';
import { Injectable, Module } from '@nestjs/common';

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

@Module({ imports: [ExecutionsModule, LeaseModule], providers: [PruneExecutionsSchedule] })
export class RetentionModule {}
