import { SchedulesService, ScheduleUpkeepService } from '@app/domain';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { RepeatedTurns } from '../../repeated-turns';

/** New and changed schedules are noticed within this time. */
const LOOK_EVERY_MS = 1000;
const UPKEEP_EVERY_MS = 5 * 60_000;

/** Fires due schedules. */
@Injectable()
export class SchedulesRunner implements OnApplicationBootstrap {
  private upkeepIsDueAtMs = 0;

  constructor(
    private readonly turns: RepeatedTurns,
    private readonly schedules: SchedulesService,
    private readonly upkeep: ScheduleUpkeepService,
  ) {}

  onApplicationBootstrap(): void {
    this.turns.start({
      turn: () => this.turn(),
      failure: 'Schedules could not be fired',
    });
  }

  /** @returns the time until the next slot */
  private async turn(): Promise<number> {
    await this.keepUp();
    let untilNextMs = await this.schedules.untilNextMs();
    if (untilNextMs === 0) {
      await this.schedules.fireDue();
      untilNextMs = await this.schedules.untilNextMs();
    }
    return Math.min(untilNextMs ?? LOOK_EVERY_MS, LOOK_EVERY_MS);
  }

  private async keepUp(): Promise<void> {
    const isDue = performance.now() >= this.upkeepIsDueAtMs;
    if (!isDue && !(await this.upkeep.isSiteChanged())) return;
    await this.upkeep.reconcile();
    this.upkeepIsDueAtMs = performance.now() + UPKEEP_EVERY_MS;
  }
}

export const schedulesProviders = [SchedulesRunner];
