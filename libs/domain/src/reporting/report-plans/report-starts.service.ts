import { type ReportPlanEntity, requireRow } from '@app/entities';
import type { Actor } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { IdempotencyService } from '../../platform/idempotency/idempotency.service';
import { ReportRunsService, type RunCause } from '../report-runs/report-runs.service';
import { contentOf } from './report-plan';
import { lockPlan, storeLastRun } from './report-plans.queries';

/** Starts runs of plans at once, even if the plan is disabled. */
@Injectable()
export class ReportStartsService {
  constructor(
    private readonly runs: ReportRunsService,
    private readonly idempotency: IdempotencyService,
    private readonly audit: AuditService,
  ) {}

  /**
   * @param requestKey idempotency key. If the same user repeats the request within 24 hours, they get the first
   *   response again
   * @returns the id of the run
   * @throws DomainError not_found; unavailable if the queue is unreachable
   */
  async start(actor: Actor, planId: number, requestKey?: string): Promise<string> {
    const defaults = await this.runs.defaults();
    const scope = `report/${actor.scope}/${planId}`;
    const { answer, repeated } = await this.idempotency.answer(scope, requestKey, {}, (manager) =>
      this.startPlan(manager, actor, planId, { defaults }),
    );
    if (!repeated) this.runs.queueAll([answer.runId]);
    return answer.runId;
  }

  /** Stores a run of a plan within the caller's transaction. The caller must queue the run after the commit. */
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
