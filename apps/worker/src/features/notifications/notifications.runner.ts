import { alertsChanged } from '@app/contracts';
import { EscalationPlanner, NotificationPlanner } from '@app/domain';
import { EventBus } from '@app/events';
import { isDoneWithin, repeatUntilAborted, WakeUp } from '@app/kernel';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

/** Messages about escalations, and about alerts whose announcement was lost, are planned within this time. */
const LOOK_EVERY_MS = 1000;
const END_MS = 9000;

/** Plans messages about alerts as soon as they change. Every worker does this; row locks prevent double planning. */
@Injectable()
export class NotificationsRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(NotificationsRunner.name);
  private readonly closing = new AbortController();
  private readonly wakeUp = new WakeUp();
  private isFailing = false;
  private unsubscribe: () => void = () => undefined;
  private running = Promise.resolve();

  constructor(
    private readonly notices: NotificationPlanner,
    private readonly escalations: EscalationPlanner,
    private readonly bus: EventBus,
  ) {}

  onApplicationBootstrap(): void {
    this.unsubscribe = this.bus.subscribe(alertsChanged, () => this.wakeUp.call());
    this.running = repeatUntilAborted(this.closing.signal, () => this.turn(), this.wakeUp);
  }

  /** Waits until the active transaction has ended, because the database is closed afterwards. */
  async onModuleDestroy(): Promise<void> {
    this.unsubscribe();
    this.closing.abort();
    await isDoneWithin(END_MS, this.running);
  }

  /** @returns how long to wait if no alert changes */
  private async turn(): Promise<number> {
    try {
      const processed = (await this.notices.planNext()) + (await this.escalations.planNext());
      this.isFailing = false;
      return processed > 0 ? 0 : LOOK_EVERY_MS;
    } catch (error) {
      if (!this.isFailing)
        this.logger.error({ err: error }, 'Notifications could not be planned; trying again');
      this.isFailing = true;
      return LOOK_EVERY_MS;
    }
  }
}
