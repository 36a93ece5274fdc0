import { inTransaction, type WorkflowScheduleEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { nextFireMs } from '../../platform/schedules/cron-schedule';
import { registerSchedule } from '../workflows/schedule-registration';
import { WorkflowsService } from '../workflows/workflows.service';
import { isSlot } from './schedule-slots';
import { lockScheduled, moveSlot, readSchedule, readSchedules, removeSchedule } from './schedules.queries';

/** Keeps the schedule rows consistent with the workflows and the platform's time zone. */
@Injectable()
export class ScheduleUpkeepService {
  private readonly logger = new Logger(ScheduleUpkeepService.name);
  /** The platform's time zone at the last check in this process. */
  private zone: string | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly workflows: WorkflowsService,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /** Whether the platform's time zone has changed since the last check. */
  async isZoneChanged(): Promise<boolean> {
    return this.zone !== undefined && this.zone !== (await this.configuration.timezone());
  }

  /**
   * Inserts missing rows, deletes surplus rows and repairs wrong ones. Recomputes slots if the platform's time zone has
   * changed. May run in several processes at once.
   * @returns the number of repaired rows
   */
  async reconcile(): Promise<number> {
    const zone = await this.configuration.timezone();
    const isOtherZone = await this.isZoneChanged();
    const mended = (await this.mendRegistrations(zone)) + (await this.mendSlots(zone, isOtherZone));
    this.zone = zone;
    if (mended > 0) this.logger.warn({ mended, zone }, 'Schedules differed from their workflows');
    return mended;
  }

  private async mendRegistrations(platformZone: string): Promise<number> {
    const rows = new Map((await readSchedules(this.dataSource.manager)).map((row) => [row.workflowId, row]));
    const wanted = await this.workflows.listening('schedule');
    const faulty = new Set(rows.keys());
    for (const { id, triggerConfig } of wanted) {
      const { cron, timezone = null } = triggerConfig;
      const row = rows.get(id);
      if (row?.cron === cron && row.timezone === timezone) faulty.delete(id);
      else faulty.add(id);
    }
    let mended = 0;
    for (const id of faulty) {
      // The first read took no lock, so another process may have repaired the row. Check it again under the lock.
      if (await inTransaction(this.dataSource, (manager) => this.mend(manager, id, platformZone))) mended++;
    }
    return mended;
  }

  private async mend(manager: EntityManager, workflowId: string, platformZone: string): Promise<boolean> {
    const workflow = await lockScheduled(manager, workflowId);
    if (!workflow) return removeSchedule(manager, workflowId);
    const before = await readSchedule(manager, workflowId);
    await registerSchedule(manager, workflow, { platformZone, nowMs: this.clock.nowMs() });
    const after = await readSchedule(manager, workflowId);
    return before?.cron !== after?.cron || before?.timezone !== after?.timezone;
  }

  /**
   * Only future slots of schedules in the platform's time zone are recomputed. A due slot is fired or skipped instead.
   */
  private async mendSlots(zone: string, isOtherZone: boolean): Promise<number> {
    const nowMs = this.clock.nowMs();
    let mended = 0;
    for (const row of await readSchedules(this.dataSource.manager)) {
      const slotMs = row.nextFireAt?.getTime() ?? null;
      if (row.timezone !== null || slotMs === null || slotMs <= nowMs) continue;
      try {
        if (!isOtherZone && isSlot({ cron: row.cron, zone }, slotMs)) continue;
        if (await this.computeAnew(row, zone, nowMs)) mended++;
      } catch (error) {
        this.logger.error(
          { err: error, workflowId: row.workflowId },
          'The next slot of a schedule could not be recomputed',
        );
      }
    }
    return mended;
  }

  private async computeAnew(row: WorkflowScheduleEntity, zone: string, nowMs: number): Promise<boolean> {
    const nextMs = nextFireMs(row.cron, zone, nowMs);
    if (nextMs === row.nextFireAt?.getTime()) return false;
    return moveSlot(this.dataSource.manager, row, nextMs === null ? null : new Date(nextMs));
  }
}
