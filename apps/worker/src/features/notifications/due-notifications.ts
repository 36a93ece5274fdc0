import { sendNotification, type SendNotificationJob } from '@app/contracts';
import { NotificationDeliveryService } from '@app/domain';
import { type DueRecord, type PendingRecords, SweepsRecords } from '@app/queue';

/**
 * Finds messages that the sweep must queue, because their quiet hours or a pause between attempts is over, or a job was
 * lost.
 */
@SweepsRecords()
export class DueNotifications implements PendingRecords<SendNotificationJob> {
  readonly job = sendNotification;
  readonly inTurns = true;

  constructor(private readonly deliveries: NotificationDeliveryService) {}

  findDue(limit: number): Promise<DueRecord<SendNotificationJob>[]> {
    return this.deliveries.findDue(limit);
  }
}
