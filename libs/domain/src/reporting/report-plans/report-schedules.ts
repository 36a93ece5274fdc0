import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type FiredSlot,
  type FiredWork,
  type OwnedSchedule,
  type Schedule,
  ScheduleSource,
} from '../../platform/schedules/schedule-source';
import { ReportRunsService } from '../report-runs/report-runs.service';
import { scheduleOf } from './report-plan';
import { findEnabledPlans, lockEnabledPlans, lockPlan } from './report-plans.queries';
import { ReportStartsService } from './report-starts.service';

/** Shown as the creator in the list of files. */
const CREATED_BY = 'schedule';

/**
 * Starts a run of a report plan at each slot of the plan's schedule. The period of the report is relative to the time
 * of the slot.
 */
@Injectable()
export class ReportSchedules extends ScheduleSource {
  readonly kind = 'report';

  constructor(
    private readonly dataSource: DataSource,
    private readonly starts: ReportStartsService,
    private readonly runs: ReportRunsService,
  ) {
    super();
  }

  async wanted(): Promise<OwnedSchedule[]> {
    const plans = await findEnabledPlans(this.dataSource.manager);
    return plans.map(({ id, cron, timezone }) => ({ ownerId: String(id), cron, timezone }));
  }

  async lock(manager: EntityManager, ownerId: string): Promise<Schedule | null> {
    const plan = await lockPlan(manager, Number(ownerId));
    return plan && scheduleOf(plan);
  }

  async fire(manager: EntityManager, slots: readonly FiredSlot[]): Promise<FiredWork> {
    const times = new Map(slots.map(({ ownerId, scheduledAt }) => [Number(ownerId), scheduledAt]));
    const plans = times.size === 0 ? [] : await lockEnabledPlans(manager, [...times.keys()]);
    // This read usually uses the cache, because the caller has just read the configuration.
    const defaults = await this.runs.defaults();
    const ids: string[] = [];
    for (const plan of plans) {
      const at = times.get(plan.id);
      ids.push(
        await this.starts.createRun(manager, plan, { createdBy: CREATED_BY, defaults, ...(at && { at }) }),
      );
    }
    return { count: ids.length, announce: () => this.runs.queueAll(ids) };
  }
}
