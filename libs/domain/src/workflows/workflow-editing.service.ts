import { Environment } from '@app/config';
import { inTransaction, WorkflowEntity } from '@app/entities';
import { type Actor, Clock, DomainError } from '@app/kernel';
import type { Problem } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { differences } from '../audit/audit-record';
import { AuditService } from '../audit/audit.service';
import { PlatformService } from '../platform/platform.service';
import { assertMayDefine, assertStorable, problemsOf } from './definition-rules';
import { changedWorkflow, definitionOf, newWorkflow } from './merge-workflow';
import { registerSchedule } from './schedule-registration';
import { toWorkflow, triggerOf, type Workflow, type WorkflowChanges, type WorkflowInput } from './workflow';
import { deleteWorkflow, insertRevision, lockWorkflow } from './workflows.queries';

/**
 * Makes, changes and removes workflows. Workflow, revision, schedule and audit entry change together or not at all, and
 * two changes of one workflow take turns.
 */
@Injectable()
export class WorkflowEditingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
    private readonly platform: PlatformService,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /**
   * Makes a workflow. One in which something is wrong is kept where it is not enabled: as a draft, with its problems.
   * @returns the workflow with its secret, this once
   * @throws DomainError invalid with a detail per fault; forbidden where it has nodes that the actor may not use
   */
  async create(actor: Actor, input: WorkflowInput): Promise<Workflow> {
    const workflow = newWorkflow(input, actor.userId, this.clock.now());
    assertStorable(definitionOf(workflow), triggerOf(workflow), this.environment);
    assertMayDefine(actor, null, definitionOf(workflow));
    workflow.problems = await this.problemsOf(workflow);
    if (workflow.enabled) assertNoProblems(workflow.problems as Problem[]);
    const at = await this.moment();
    await inTransaction(this.dataSource, async (manager) => {
      await manager.insert(WorkflowEntity, workflow);
      await insertRevision(manager, workflow);
      await registerSchedule(manager, workflow, at);
      const record = { action: 'workflow.created', target: targetOf(workflow), after: audited(workflow) };
      await this.audit.record(actor, record, manager);
    });
    return toWorkflow(workflow, true);
  }

  /**
   * Changes what `changes` carries. What is enabled, and stays or becomes so, must have no problems.
   * @returns the workflow, with its secret where this set another one
   * @throws DomainError not_found; invalid with a detail per fault; `workflow_draft` where a draft is to be enabled by
   * itself; forbidden where a graph with nodes that the actor may not use is changed
   */
  async change(actor: Actor, id: string, changes: WorkflowChanges): Promise<Workflow> {
    const at = await this.moment();
    return inTransaction(this.dataSource, async (manager) => {
      const before = await lockedWorkflow(manager, id);
      const after = changedWorkflow(before, changes, this.clock.now());
      assertMayDefine(actor, definitionOf(before), definitionOf(after));
      await this.checkAnew(before, after, changes);
      if (after.updatedAt !== before.updatedAt) await manager.save(WorkflowEntity, after);
      if (after.revision !== before.revision) await insertRevision(manager, after);
      await registerSchedule(manager, after, at);
      const changed = differences(audited(before), audited(after));
      await this.audit.record(
        actor,
        { action: 'workflow.changed', target: targetOf(after), ...changed },
        manager,
      );
      return toWorkflow(after, after.webhookSecret !== before.webhookSecret);
    });
  }

  /** Keeps others from changing the workflow, and from running it anew, until the transaction ends. @throws DomainError not_found */
  async lock(id: string, manager: EntityManager): Promise<void> {
    await lockedWorkflow(manager, id);
  }

  /**
   * Removes the workflow with its revisions and its schedule; what was run of it is removed before.
   * @param manager of the transaction that has removed its executions
   * @throws DomainError not_found
   */
  async remove(actor: Actor, id: string, manager: EntityManager): Promise<void> {
    const workflow = await lockedWorkflow(manager, id);
    await deleteWorkflow(manager, id);
    const record = { action: 'workflow.removed', target: targetOf(workflow), before: audited(workflow) };
    await this.audit.record(actor, record, manager);
  }

  /** Looks for problems where there may be others than before. */
  private async checkAnew(
    before: WorkflowEntity,
    after: WorkflowEntity,
    changes: WorkflowChanges,
  ): Promise<void> {
    const isOther = after.revision !== before.revision;
    if (isOther) assertStorable(definitionOf(after), triggerOf(after), this.environment);
    const becomesEnabled = after.enabled && !before.enabled;
    if (isOther || becomesEnabled || before.problems.length > 0)
      after.problems = await this.problemsOf(after);
    if (!after.enabled || after.problems.length === 0) return;
    const carriesWork = changes.nodes ?? changes.edges ?? changes.trigger;
    if (carriesWork) assertNoProblems(after.problems as Problem[]);
    throw new DomainError('conflict', 'workflow_draft', 'The workflow is a draft: its problems come first.');
  }

  private problemsOf(workflow: WorkflowEntity): Promise<Problem[]> {
    return problemsOf(definitionOf(workflow), triggerOf(workflow), this.environment);
  }

  private async moment(): Promise<{ platformZone: string; nowMs: number }> {
    return { platformZone: await this.platform.timezone(), nowMs: this.clock.nowMs() };
  }
}

async function lockedWorkflow(manager: EntityManager, id: string): Promise<WorkflowEntity> {
  const workflow = await lockWorkflow(manager, id);
  if (!workflow) throw DomainError.notFound('The workflow');
  return workflow;
}

function assertNoProblems(problems: Problem[]): void {
  const [first] = problems;
  if (!first) return;
  const message = `The workflow is not valid: ${first.path} ${first.message}`;
  throw DomainError.invalid(message.endsWith('.') ? message : `${message}.`, problems);
}

function targetOf({ id }: WorkflowEntity): string {
  return `workflow ${id}`;
}

/** What the audit log tells of a workflow; it masks the secret, so that only its change shows. */
function audited(workflow: WorkflowEntity) {
  const { name, description, enabled, webhookSecret } = workflow;
  return {
    name,
    description,
    ...definitionOf(workflow),
    trigger: triggerOf(workflow),
    enabled,
    webhookSecret,
  };
}
