import { inTransaction, ReportPlanEntity, requireRow } from '@app/entities';
import { type Actor, Clock, mapPage, type Page, type PageRequest } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import {
  nextSlots,
  registerSchedule,
  unregisterSchedule,
} from '../../platform/schedules/schedule-registration';
import type { ReportRun } from '../report-mails/report-run';
import { ReportRunsService } from '../report-runs/report-runs.service';
import { PlanChecks } from './plan-checks';
import {
  defaultRange,
  ownerOf,
  type ReportPlan,
  type ReportPlanChanges,
  type ReportPlanInput,
  scheduleOf,
  toReportPlan,
} from './report-plan';
import {
  deletePlan,
  findPlan,
  findPlanIds,
  findPlans,
  lockPlan,
  type ReportPlanFilter,
  savePlan,
} from './report-plans.queries';

export type { ReportPlanFilter } from './report-plans.queries';

const NAME = 'The report plan';
const DEFAULTS = {
  timezone: null,
  areaIds: [],
  enabled: true,
  recipients: [],
  language: null,
  lastRunId: null,
};

/** Creates, reads, updates and deletes report plans with their schedules. */
@Injectable()
export class ReportPlansService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly checks: PlanChecks,
    private readonly runs: ReportRunsService,
    private readonly configuration: ConfigurationService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  async list(filter: ReportPlanFilter): Promise<Page<ReportPlan>> {
    const { manager } = this.dataSource;
    const page = await findPlans(manager, filter);
    const lastRuns = await this.runs.findAll(page.items.flatMap(({ lastRunId }) => lastRunId ?? []));
    const ids = page.items.map(({ id }) => String(id));
    const slots = await nextSlots(manager, 'report', ids);
    return mapPage(page, (plan) =>
      toReportPlan(plan, lastRuns.get(plan.lastRunId ?? ''), slots.get(String(plan.id)) ?? null),
    );
  }

  /** Returns the given ids that belong to plans. */
  async existing(ids: readonly number[]): Promise<ReadonlySet<number>> {
    return new Set(await findPlanIds(this.dataSource.manager, ids));
  }

  /** The runs of a plan, newest first. @throws DomainError not_found */
  async runsOf(id: number, page: PageRequest): Promise<Page<ReportRun>> {
    await requireRow(findPlan(this.dataSource.manager, id), NAME);
    return this.runs.ofPlan(id, page);
  }

  /** @throws DomainError invalid with a detail for each problem */
  async create(actor: Actor, input: ReportPlanInput): Promise<ReportPlan> {
    await this.checks.assertSound(input);
    const platformZone = await this.configuration.timezone();
    return inTransaction(this.dataSource, async (manager) => {
      const after = await savePlan(manager, { ...DEFAULTS, range: defaultRange(input.cron), ...input });
      const nextRunAt = await this.register(manager, after, platformZone);
      const record = { action: 'report.created', target: targetOf(after.id), after };
      await this.audit.record(actor, record, manager);
      return toReportPlan(after, undefined, nextRunAt);
    });
  }

  /** @throws the errors of `create`, and DomainError not_found */
  async change(actor: Actor, id: number, changes: ReportPlanChanges): Promise<ReportPlan> {
    const { manager } = this.dataSource;
    const { areaIds, lastRunId } = await requireRow(findPlan(manager, id), NAME);
    // Deleted areas are accepted if the stored plan already has them, so that a client can send a plan back unchanged.
    await this.checks.assertSound(changes, areaIds);
    const platformZone = await this.configuration.timezone();
    const lastRuns = await this.runs.findAll(lastRunId === null ? [] : [lastRunId]);
    return inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockPlan(manager, id), NAME);
      const after = await savePlan(manager, Object.assign(new ReportPlanEntity(), before, changes));
      const nextRunAt = await this.register(manager, after, platformZone);
      const change = { action: 'report.changed', target: targetOf(id), before, after };
      await this.audit.recordChange(actor, change, manager);
      return toReportPlan(after, lastRuns.get(after.lastRunId ?? ''), nextRunAt);
    });
  }

  /** Deletes the plan with its schedule, its runs and their mails. The files stay. @throws DomainError not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockPlan(manager, id), NAME);
      await unregisterSchedule(manager, ownerOf(before));
      await this.runs.removeOfPlan(manager, id);
      await deletePlan(manager, id);
      const record = { action: 'report.removed', target: targetOf(id), before };
      await this.audit.record(actor, record, manager);
    });
  }

  private register(
    manager: EntityManager,
    plan: ReportPlanEntity,
    platformZone: string,
  ): Promise<Date | null> {
    const at = { platformZone, nowMs: this.clock.nowMs() };
    return registerSchedule(manager, ownerOf(plan), scheduleOf(plan), at);
  }
}

function targetOf(id: number): string {
  return `report ${id}`;
}
