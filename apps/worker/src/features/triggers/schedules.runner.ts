import { ScheduleUpkeepService, SchedulesService } from '@app/domain';
import { isDoneWithin } from '@app/kernel';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Nap } from './nap';

/** A schedule that is new, or was changed, is noticed within this time. */
const LOOK_EVERY_MS = 1000;
const END_MS = 9000;
const UPKEEP_EVERY_MS = 5 * 60_000;

/** Fires schedules when their slots come. Every worker does; the rows see to it that each slot is fired once. */
@Injectable()
export class SchedulesRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(SchedulesRunner.name);
  private readonly nap = new Nap();
  private isClosing = false;
  private upkeepIsDueAtMs = 0;
  private isFailing = false;
  private running = Promise.resolve();

  constructor(
    private readonly schedules: SchedulesService,
    private readonly upkeep: ScheduleUpkeepService,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  /** A firing that is under way still needs the database. */
  async onModuleDestroy(): Promise<void> {
    this.isClosing = true;
    this.nap.wake();
    await isDoneWithin(END_MS, this.running);
  }

  private async run(): Promise<void> {
    while (!this.isClosing) {
      const waitMs = await this.turn();
      // What ends this may have come meanwhile, when nothing slept.
      if (!this.isClosing) await this.nap.sleep(waitMs);
    }
  }

  /** @returns how long nothing is to be done */
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
    if (!isDue && !(await this.upkeep.isZoneChanged())) return;
    await this.upkeep.reconcile();
    this.upkeepIsDueAtMs = performance.now() + UPKEEP_EVERY_MS;
  }
}
