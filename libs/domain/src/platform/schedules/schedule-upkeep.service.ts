import { inTransaction, type ScheduleEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ConfigurationService } from '../configuration/configuration.service';
import { nextSlotMs } from './slot-rule';
import { registerSchedule } from './schedule-registration';
import { isSlot } from './schedule-slots';
import type { ScheduleSource } from './schedule-source';
import { ScheduleSources } from './schedule-sources';
import { findSchedule, findSchedules, lockSchedule, moveSlot } from './schedules.queries';

/** Keeps the schedule rows consistent with their records and the platform's time zone. */
@Injectable()
export class ScheduleUpkeepService {
  private readonly logger = new Logger(ScheduleUpkeepService.name);
  /** The platform's time zone and position at the last check in this process. */
  private seen: { zone: string; place: string } | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sources: ScheduleSources,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /** Returns true if the time zone or the position of the site has changed since the last check. */
  async isSiteChanged(): Promise<boolean> {
    const { zone, place } = await this.current();
    return this.seen !== undefined && (this.seen.zone !== zone || this.seen.place !== place);
  }

  private async current(): Promise<{ zone: string; place: string }> {
    const { timezone, site } = await this.configuration.current();
    return { zone: timezone, place: `${site.latitude} ${site.longitude}` };
  }

  /**
   * Inserts missing rows, deletes surplus rows and corrects wrong rows. Recomputes slots if the platform's time zone
   * has changed. May run in several processes at once.
   * @returns the number of repaired rows
   */
  async reconcile(): Promise<number> {
    const current = await this.current();
    const { zone } = current;
    const isOtherZone = this.seen !== undefined && this.seen.zone !== zone;
    let mended = 0;
    for (const source of this.sources.all()) {
      mended += await this.mendRegistrations(source, zone);
      mended += await this.mendSlots(source, zone, isOtherZone);
    }
    this.seen = current;
    if (mended > 0)
      this.logger.warn({ mended, zone }, 'The rows of some schedules were wrong and were corrected');
    return mended;
  }

  private async mendRegistrations(source: ScheduleSource, platformZone: string): Promise<number> {
    const present = await findSchedules(this.dataSource.manager, source.kind);
    const rows = new Map(present.map((row) => [row.ownerId, row]));
    const faulty = new Set(rows.keys());
    for (const { ownerId, cron, timezone } of await source.wanted()) {
      const row = rows.get(ownerId);
      if (row?.cron === cron && row.timezone === timezone) faulty.delete(ownerId);
      else faulty.add(ownerId);
    }
    let mended = 0;
    for (const ownerId of faulty) {
      // The first read took no lock, so another process may have repaired the row. Check it again under the lock.
      const isMended = await inTransaction(this.dataSource, (manager) =>
        this.mend(source, manager, ownerId, platformZone),
      );
      if (isMended) mended++;
    }
    return mended;
  }

  private async mend(
    source: ScheduleSource,
    manager: EntityManager,
    ownerId: string,
    platformZone: string,
  ): Promise<boolean> {
    const owner = { ownerKind: source.kind, ownerId };
    const schedule = await source.lock(manager, ownerId);
    const before = await lockSchedule(manager, owner);
    await registerSchedule(manager, owner, schedule, { platformZone, nowMs: this.clock.nowMs() });
    const after = await findSchedule(manager, owner);
    return before?.cron !== after?.cron || before?.timezone !== after?.timezone;
  }

  /**
   * Recomputes the future slots of schedules in the platform's time zone. Slots that are already due stay
   * unchanged, so that they are fired or skipped.
   */
  private async mendSlots(source: ScheduleSource, zone: string, isOtherZone: boolean): Promise<number> {
    const nowMs = this.clock.nowMs();
    let mended = 0;
    for (const row of await findSchedules(this.dataSource.manager, source.kind)) {
      const slotMs = row.nextFireAt?.getTime() ?? null;
      if (row.timezone !== null || slotMs === null || slotMs <= nowMs) continue;
      try {
        if (!isOtherZone && isSlot({ cron: row.cron, zone }, slotMs)) continue;
        if (await this.computeAnew(row, zone, nowMs)) mended++;
      } catch (error) {
        const { ownerKind, ownerId } = row;
        const message = 'The next slot of a schedule could not be recomputed';
        this.logger.error({ err: error, ownerKind, ownerId }, message);
      }
    }
    return mended;
  }

  private async computeAnew(row: ScheduleEntity, zone: string, nowMs: number): Promise<boolean> {
    const nextMs = nextSlotMs(row.cron, zone, nowMs);
    if (nextMs === row.nextFireAt?.getTime()) return false;
    return moveSlot(this.dataSource.manager, row, nextMs === null ? null : new Date(nextMs));
  }
}
