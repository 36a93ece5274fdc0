import { inTransaction, type ReportPlanEntity, requireRow } from '@app/entities';
import type { Actor } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { IdempotencyService } from '../../platform/idempotency/idempotency.service';
import { ReportRunsService, type RunCause } from '../report-runs/report-runs.service';
import { contentOf } from './report-plan';
import { lockPlan, storeLastRun } from './report-plans.queries';

/** Starts runs of plans at once. A disabled plan can be started, too. */
@Injectable()
export class ReportStartsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly runs: ReportRunsService,
    private readonly idempotency: IdempotencyService,
    private readonly audit: AuditService,
  ) {}

  /**
   * @param requestKey identifies a request. If the same user repeats it within 24 hours, they get the first response
   *   again
   * @returns the id of the run
   * @throws DomainError not_found; unavailable if the queue is unreachable
   */
  async start(actor: Actor, planId: number, requestKey?: string): Promise<string> {
    const defaults = await this.runs.defaults();
    const make = (manager: EntityManager) => this.startPlan(manager, actor, planId, { defaults });
    if (requestKey === undefined) {
      const { runId } = await inTransaction(this.dataSource, make);
      this.runs.queueAll([runId]);
      return runId;
    }
    const scope = `report/${actor.userId ?? actor.name}/${planId}`;
    const { answer, repeated } = await this.idempotency.answer(scope, requestKey, {}, make);
    if (!repeated) this.runs.queueAll([answer.runId]);
    return answer.runId;
  }

  /** Stores a run of a plan in a transaction of the caller, who queues it after the commit. */
  async startPlan(
    manager: EntityManager,
    actor: Actor,
    planId: number,
    cause: Omit<RunCause, 'createdBy'>,
  ): Promise<{ runId: string }> {
    this.runs.assertReachable();
    const plan = await requireRow(lockPlan(manager, planId), 'The report plan');
    const runId = await this.createRun(manager, plan, { ...cause, createdBy: actor.name });
    const record = { action: 'report.started', target: `report ${planId}`, after: { runId } };
    await this.audit.record(actor, record, manager);
    return { runId };
  }

  /** Stores a run of a locked plan. */
  async createRun(manager: EntityManager, plan: ReportPlanEntity, cause: RunCause): Promise<string> {
    const runId = await this.runs.create(manager, contentOf(plan), cause);
    await storeLastRun(manager, plan.id, runId);
    return runId;
  }
}
