import { ScheduleUpkeepService, SchedulesService } from '@app/domain';
import { isDoneWithin, repeatUntilAborted } from '@app/kernel';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

/** New and changed schedules are noticed within this time. */
const LOOK_EVERY_MS = 1000;
const END_MS = 9000;
const UPKEEP_EVERY_MS = 5 * 60_000;

/** Fires due schedules. Every worker does this; the database rows guarantee that each slot fires once. */
@Injectable()
export class SchedulesRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(SchedulesRunner.name);
  private readonly closing = new AbortController();
  private upkeepIsDueAtMs = 0;
  private isFailing = false;
  private running = Promise.resolve();

  constructor(
    private readonly schedules: SchedulesService,
    private readonly upkeep: ScheduleUpkeepService,
  ) {}

  onApplicationBootstrap(): void {
    this.running = repeatUntilAborted(this.closing.signal, () => this.turn());
  }

  /** Waits until an active slot has fired, because the database is closed afterwards. */
  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await isDoneWithin(END_MS, this.running);
  }

  /** @returns the time until the next slot */
  private async turn(): Promise<number> {
    try {
      await this.keepUp();
      let untilNextMs = await this.schedules.untilNextMs();
      if (untilNextMs === 0) {
        await this.schedules.fireDue();
        untilNextMs = await this.schedules.untilNextMs();
      }
      this.isFailing = false;
      return Math.min(untilNextMs ?? LOOK_EVERY_MS, LOOK_EVERY_MS);
    } catch (error) {
      if (!this.isFailing) this.logger.error({ err: error }, 'Schedules could not be fired; trying again');
      this.isFailing = true;
      return LOOK_EVERY_MS;
    }
  }

  private async keepUp(): Promise<void> {
    const isDue = performance.now() >= this.upkeepIsDueAtMs;
    if (!isDue && !(await this.upkeep.isSiteChanged())) return;
    await this.upkeep.reconcile();
    this.upkeepIsDueAtMs = performance.now() + UPKEEP_EVERY_MS;
  }
}
