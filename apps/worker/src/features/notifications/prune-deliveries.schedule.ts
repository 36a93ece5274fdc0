import { NotificationDeliveryService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/** Deletes old deliveries of notification rules every hour. */
@Injectable()
export class PruneDeliveriesSchedule {
  constructor(private readonly deliveries: NotificationDeliveryService) {}

  @UnderLease('prune-notification-deliveries', '25 17 * * * *')
  prune(signal: AbortSignal): Promise<void> {
    return this.deliveries.prune(signal);
  }
}
