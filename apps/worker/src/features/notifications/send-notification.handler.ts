import { sendNotification, type SendNotificationJob } from '@app/contracts';
import { NotificationDeliveryService } from '@app/domain';
import { HandlesJob, type JobContext, type JobHandler } from '@app/queue';

@HandlesJob(sendNotification)
export class SendNotificationHandler implements JobHandler<SendNotificationJob> {
  constructor(private readonly deliveries: NotificationDeliveryService) {}

  run({ deliveryId }: SendNotificationJob, { signal }: JobContext): Promise<void> {
    return this.deliveries.deliver(deliveryId, signal);
  }
}
