import { PointRevertsService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/** Reverts values of points that workflows have set for a limited time. Runs at the start and every five seconds. */
@Injectable()
export class RevertPointsSchedule {
  constructor(private readonly reverts: PointRevertsService) {}

  @UnderLease('revert-points', '*/5 * * * * *', { atStart: true })
  revert(signal: AbortSignal): Promise<void> {
    return this.reverts.revertDue(signal);
  }
}
