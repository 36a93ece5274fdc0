import { PointWritesService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/** Marks writes as `unknown` if their process died before it stored the result. Runs at the start and every minute. */
@Injectable()
export class SettleWritesSchedule {
  constructor(private readonly writes: PointWritesService) {}

  @UnderLease('settle-point-writes', '20 * * * * *', { atStart: true })
  settle(signal: AbortSignal): Promise<void> {
    return this.writes.settleAbandoned(signal);
  }
}
