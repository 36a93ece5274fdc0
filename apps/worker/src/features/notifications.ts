import { alertsChanged, sendNotification, type SendNotificationJob } from '@app/contracts';
import { EscalationPlanner, NotificationDeliveryService, NotificationPlanner } from '@app/domain';
import { EventBus } from '@app/events';
import { WakeUp } from '@app/kernel';
import { UnderLease } from '@app/leases';
import { HandlesJob, type JobContext, type JobHandler, sweepOf } from '@app/queue';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { RepeatedTurns } from '../repeated-turns';

/** Messages about escalations, and about alerts whose announcement was lost, are planned within this time. */
const LOOK_EVERY_MS = 1000;

/** Plans messages about alerts as soon as they change. */
@Injectable()
export class NotificationsRunner implements OnApplicationBootstrap {
  constructor(
    private readonly turns: RepeatedTurns,
    private readonly notices: NotificationPlanner,
    private readonly escalations: EscalationPlanner,
    private readonly bus: EventBus,
  ) {}

  onApplicationBootstrap(): void {
    const wakeUp = new WakeUp();
    this.bus.subscribe(alertsChanged, () => wakeUp.call());
    this.turns.start({
      turn: () => this.turn(),
      wakeUp,
      failure: 'Notifications could not be planned',
    });
  }

  /** @returns how long to wait if no alert changes */
  private async turn(): Promise<number> {
    const processed = (await this.notices.planNext()) + (await this.escalations.planNext());
    return processed > 0 ? 0 : LOOK_EVERY_MS;
  }
}

/** Deletes old deliveries of notification rules every hour. */
@Injectable()
export class PruneDeliveriesSchedule {
  constructor(private readonly deliveries: NotificationDeliveryService) {}

  @UnderLease('prune-notification-deliveries', '25 17 * * * *')
  prune(signal: AbortSignal): Promise<void> {
    return this.deliveries.prune(signal);
  }
}

@HandlesJob(sendNotification)
export class SendNotificationHandler implements JobHandler<SendNotificationJob> {
  constructor(private readonly deliveries: NotificationDeliveryService) {}

  run({ deliveryId }: SendNotificationJob, { signal }: JobContext): Promise<void> {
    return this.deliveries.deliver(deliveryId, signal);
  }
}

export const notificationsProviders = [
  sweepOf(
    sendNotification,
    NotificationDeliveryService,
    (deliveries, limit) => deliveries.findDue(limit),
    true,
  ),
  NotificationsRunner,
  PruneDeliveriesSchedule,
  SendNotificationHandler,
];
