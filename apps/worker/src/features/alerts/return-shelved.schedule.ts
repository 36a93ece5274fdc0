import { AlertActionsService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/** Unshelves alerts whose shelving has expired, at most five seconds late. */
@Injectable()
export class ReturnShelvedSchedule {
  constructor(private readonly alerts: AlertActionsService) {}

  @UnderLease('return-shelved-alerts', '*/5 * * * * *', { atStart: true })
  returnShelved(signal: AbortSignal): Promise<void> {
    return this.alerts.returnShelved(signal);
  }
}
