import { NotificationDeliveryModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { DueNotifications } from './due-notifications';
import { NotificationsRunner } from './notifications.runner';
import { PruneDeliveriesSchedule } from './prune-deliveries.schedule';
import { SendNotificationHandler } from './send-notification.handler';

@Module({
  imports: [LeaseModule, NotificationDeliveryModule],
  providers: [DueNotifications, NotificationsRunner, PruneDeliveriesSchedule, SendNotificationHandler],
})
export class NotificationsFeatureModule {}
