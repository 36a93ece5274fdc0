import { inTransaction, type WorkflowScheduleEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { PlatformService } from '../platform/platform.service';
import { nextFireMs } from '../workflows/cron-schedule';
import { registerSchedule } from '../workflows/schedule-registration';
import { WorkflowsService } from '../workflows/workflows.service';
import { isSlot } from './schedule-slots';
import { lockScheduled, moveSlot, readSchedule, readSchedules, removeSchedule } from './schedules.queries';

/** Sees to it that the schedules' rows are what the workflows and the platform's time zone make them. */
@Injectable()
export class ScheduleUpkeepService {
  private readonly logger = new Logger(ScheduleUpkeepService.name);
  /** By which the schedules without a zone of their own were computed when they were last looked at here. */
  private zone: string | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly workflows: WorkflowsService,
    private readonly platform: PlatformService,
    private readonly clock: Clock,
  ) {}

  /** Whether the platform's time zone is another than when the schedules were looked at. */
  async isZoneChanged(): Promise<boolean> {
    return this.zone !== undefined && this.zone !== (await this.platform.timezone());
  }

  /**
   * Makes the rows that are missing, removes those that are too many, and mends those that differ. Slots that the
   * platform's time zone has no more are computed anew. May run in several processes at once.
   * @returns how many rows were mended
   */
  async reconcile(): Promise<number> {
    const zone = await this.platform.timezone();
    const isOtherZone = await this.isZoneChanged();
    const mended = (await this.mendRegistrations(zone)) + (await this.mendSlots(zone, isOtherZone));
    this.zone = zone;
    if (mended > 0) this.logger.warn({ mended, zone }, 'Schedules were not what their workflows say');
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
      // Read without a lock, so it may have been right by the time: what counts is how it is under the lock.
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

  /** Of those that go by the platform's zone, and are yet to come: what has come is fired or passed over. */
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
        this.logger.error({ err: error, workflowId: row.workflowId }, 'A slot could not be computed anew');
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
