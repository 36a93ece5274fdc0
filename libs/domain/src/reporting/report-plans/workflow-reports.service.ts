import { requireRow } from '@app/entities';
import { Actor } from '@app/kernel';
import type { ReportPortContent, ReportsPort } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IdempotencyService } from '../../platform/idempotency/idempotency.service';
import { ReportRunsService, type RunCause } from '../report-runs/report-runs.service';
import { ReportTemplatesService } from '../report-templates/report-templates.service';
import { findPlan } from './report-plans.queries';
import { ReportStartsService } from './report-starts.service';

const WORKFLOW = Actor.system('workflow');
const SCOPE = 'report/node';

/** Generates reports for nodes of workflows. */
@Injectable()
export class WorkflowReportsService implements ReportsPort {
  constructor(
    private readonly dataSource: DataSource,
    private readonly starts: ReportStartsService,
    private readonly runs: ReportRunsService,
    private readonly templates: ReportTemplatesService,
    private readonly idempotency: IdempotencyService,
  ) {}

  async run({ key, execution, content }: Parameters<ReportsPort['run']>[0]): ReturnType<ReportsPort['run']> {
    // The body is empty, so repeats are recognized by the key alone. Their content may differ: a template in the
    // configuration may yield another value each time the node runs.
    const earlier = await this.idempotency.earlier<{ runId: string }>(SCOPE, key, {});
    const runId = earlier?.runId ?? (await this.start(content, key, execution.id));
    const { status, fileId, error, createdAt } = await this.runs.find(runId);
    if (status === 'failed') await this.idempotency.forget(this.dataSource.manager, SCOPE, key);
    return { runId, status, fileId, error, requestedAtMs: createdAt.getTime() };
  }

  async check(content: ReportPortContent): Promise<void> {
    await this.nameOf(content);
  }

  /** Returns the name of the report if it comes from a template. @throws DomainError not_found */
  private async nameOf(content: ReportPortContent): Promise<string> {
    if ('templateId' in content) return (await this.templates.find(content.templateId)).name;
    await requireRow(findPlan(this.dataSource.manager, content.planId), 'The report plan');
    return '';
  }

  private async start(content: ReportPortContent, key: string, executionId: string): Promise<string> {
    const name = await this.nameOf(content);
    const defaults = await this.runs.defaults();
    const { answer, repeated } = await this.idempotency.answer(SCOPE, key, {}, async (manager) => {
      if ('planId' in content)
        return this.starts.startPlan(manager, WORKFLOW, content.planId, { executionId, defaults });
      const cause: RunCause = { createdBy: WORKFLOW.name, executionId, defaults };
      return { runId: await this.runs.create(manager, { ...EMPTY, ...content, name }, cause) };
    });
    if (!repeated) this.runs.queueAll([answer.runId]);
    return answer.runId;
  }
}

/** The settings of a report that a workflow creates from a template: it covers the whole site and is not mailed. */
const EMPTY = { planId: null, language: null, timezone: null, areaIds: [], recipients: [] };
