import { inTransaction } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ConfigurationService } from '../configuration/configuration.service';
import { type DueSlot, dueSlot } from './schedule-slots';
import type { FiredWork, ScheduleSource } from './schedule-source';
import { ScheduleSources } from './schedule-sources';
import { type DueSchedule, findNextSlot, lockDueSchedules, setNextSlots } from './schedules.queries';

const BATCH = 100;
const FAULTY_RETRY_MS = 3_600_000;

/**
 * Fires schedules. The schedule rows are the source of truth: the transaction that stores the work of a slot also moves
 * the row to the next slot, so each slot is fired once, even with several workers. A slot fires even if the work of an
 * earlier slot has not ended.
 */
@Injectable()
export class SchedulesService {
  private readonly logger = new Logger(SchedulesService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly sources: ScheduleSources,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /** Time until the next slot in milliseconds; 0 if one is due, null if there is none. */
  async untilNextMs(): Promise<number | null> {
    const kinds = this.sources.all().map(({ kind }) => kind);
    const next = await findNextSlot(this.dataSource.manager, kinds);
    return next && Math.max(0, next.getTime() - this.clock.nowMs());
  }

  /**
   * Fires the slots that are due and not too late. If one kind of schedules fails, the other kinds still fire.
   * @returns the number of fired slots
   */
  async fireDue(): Promise<number> {
    const zone = await this.configuration.timezone();
    let fired = 0;
    const errors: unknown[] = [];
    // The kinds are processed one after the other. In a small table, a query of MariaDB also briefly locks the rows of
    // other kinds. A concurrent query for those kinds would skip the locked rows.
    for (const source of this.sources.all()) {
      try {
        fired += await this.fireAll(source, zone);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
    return fired;
  }

  private async fireAll(source: ScheduleSource, zone: string): Promise<number> {
    for (let fired = 0; ;) {
      const { seen, work } = await inTransaction(this.dataSource, (manager) =>
        this.fire(source, manager, zone),
      );
      if (seen === 0) return fired;
      work?.announce();
      fired += work?.count ?? 0;
    }
  }

  private async fire(
    source: ScheduleSource,
    manager: EntityManager,
    platformZone: string,
  ): Promise<{ seen: number; work?: FiredWork }> {
    const firedAt = this.clock.now();
    const due = await lockDueSchedules(manager, source.kind, firedAt, BATCH);
    if (due.length === 0) return { seen: 0 };
    const moved = due.map((schedule) => this.moveOn(schedule, platformZone, firedAt));
    await setNextSlots(manager, moved);
    const slots = moved
      .filter(({ fires }) => fires)
      .map(({ ownerId, nextFireAt }) => ({ ownerId, scheduledAt: nextFireAt, firedAt }));
    return { seen: due.length, work: await source.fire(manager, slots) };
  }

  private moveOn(schedule: DueSchedule, platformZone: string, now: Date): DueSchedule & DueSlot {
    const { ownerKind, ownerId, cron, timezone, nextFireAt } = schedule;
    const slots = { cron, zone: timezone ?? platformZone };
    try {
      const slot = dueSlot(slots, nextFireAt.getTime(), now.getTime());
      if (!slot.fires) this.tellMissed(schedule, slot.nextMs);
      return { ...schedule, ...slot };
    } catch (error) {
      // If the slot of one schedule cannot be computed (for example because its time zone no longer exists), the others
      // must still fire.
      const message = 'The next slot of a schedule could not be computed';
      this.logger.error({ err: error, ownerKind, ownerId, ...slots }, message);
      return { ...schedule, fires: false, nextMs: now.getTime() + FAULTY_RETRY_MS };
    }
  }

  private tellMissed({ ownerKind, ownerId, cron, nextFireAt }: DueSchedule, nextMs: number | null): void {
    const until = nextMs === null ? 'on' : `until ${new Date(nextMs).toISOString()}`;
    const message = `Slots of a schedule were skipped: the slots from ${nextFireAt.toISOString()} ${until}`;
    this.logger.warn({ ownerKind, ownerId, cron }, message);
  }
}
