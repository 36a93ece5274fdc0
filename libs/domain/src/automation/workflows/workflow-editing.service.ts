import { isDeepStrictEqual } from 'node:util';
import { Environment } from '@app/config';
import { inTransaction, requireRow, type SiteConfiguration, WorkflowEntity } from '@app/entities';
import { type Actor, Clock, DomainError, say } from '@app/kernel';
import type { Problem } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { assertMayDefine, assertStorable, problemsOf } from './definition-rules';
import { changedWorkflow, definitionOf, newWorkflow, sameWork } from './merge-workflow';
import { registerWorkflow, unregisterWorkflow } from './workflow-schedule';
import { WORKFLOW_SEARCH } from './workflow-search';
import {
  type DefinitionInput,
  toWorkflow,
  triggerOf,
  type Workflow,
  type WorkflowChanges,
  type WorkflowInput,
} from './workflow';
import {
  deleteWorkflow,
  insertRevision,
  lockWorkflow,
  resetWatch,
  startAllWaiting,
} from './workflows.queries';

/**
 * Creates, updates and deletes workflows. Workflow, revision, schedule and audit entry are written in one transaction.
 * A row lock serializes concurrent changes of one workflow.
 */
@Injectable()
export class WorkflowEditingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /**
   * Creates a workflow. A disabled workflow with problems is stored as a draft.
   * @returns the workflow; its secret is shown only in this result
   * @throws DomainError `invalid` with a detail per problem; `forbidden` if it has nodes that the actor may not use
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
      await WORKFLOW_SEARCH.add(manager, [searched(workflow)]);
      await insertRevision(manager, workflow);
      await registerWorkflow(manager, workflow, at);
      const record = { action: 'workflow.created', target: targetOf(workflow), after: audited(workflow) };
      await this.audit.record(actor, record, manager);
    });
    return toWorkflow(workflow, true);
  }

  /**
   * Lists the problems that the workflow would have, without storing anything.
   * @param id the id of the stored workflow; omitted for a new one
   * @throws DomainError `invalid` if the definition is too large to store
   */
  async check(input: DefinitionInput, id?: string): Promise<Workflow> {
    const workflow = newWorkflow({ name: '', ...input }, null, this.clock.now());
    workflow.id = id ?? workflow.id;
    assertStorable(definitionOf(workflow), triggerOf(workflow), this.environment);
    workflow.problems = await this.problemsOf(workflow);
    return toWorkflow(workflow);
  }

  /**
   * Updates the given fields. A workflow that is or becomes enabled must have no problems.
   * @returns the workflow, with its secret if this call replaced it
   * @throws DomainError `not_found`; `outdated_revision`; `invalid` with a detail per problem; `workflow_draft` if only
   *   `enabled` was set on a draft; `forbidden` if the graph has nodes that the actor may not use
   */
  async change(actor: Actor, id: string, changes: WorkflowChanges): Promise<Workflow> {
    const at = await this.moment();
    return inTransaction(this.dataSource, async (manager) => {
      const before = await lockedWorkflow(manager, id);
      assertRevision(before, changes);
      const after = changedWorkflow(before, changes, this.clock.now());
      assertMayDefine(actor, definitionOf(before), definitionOf(after));
      await this.checkAnew(before, after, changes);
      if (after.revision !== before.revision) await manager.save(WorkflowEntity, after);
      if (after.name !== before.name) await WORKFLOW_SEARCH.replace(manager, searched(after));
      if (after.revision !== before.revision) await insertRevision(manager, after);
      if (after.mode === 'parallel' && before.mode !== 'parallel')
        await startAllWaiting(manager, id, after.updatedAt);
      await registerWorkflow(manager, after, at);
      await this.resetWatch(manager, before, after);
      const states = { before: audited(before), after: audited(after) };
      const change = { action: 'workflow.changed', target: targetOf(after), ...states };
      await this.audit.recordChange(actor, change, manager);
      return toWorkflow(after, after.webhookSecret !== before.webhookSecret);
    });
  }

  /**
   * Locks the workflow against other changes and new executions until the transaction ends.
   * @throws DomainError not_found
   */
  async lock(id: string, manager: EntityManager): Promise<void> {
    await lockedWorkflow(manager, id);
  }

  /**
   * Deletes the workflow with its revisions and its schedule.
   * @param manager the transaction that has deleted the workflow's executions
   * @throws DomainError not_found
   */
  async remove(actor: Actor, id: string, manager: EntityManager): Promise<void> {
    const workflow = await lockedWorkflow(manager, id);
    await unregisterWorkflow(manager, workflow);
    await deleteWorkflow(manager, id);
    const record = { action: 'workflow.removed', target: targetOf(workflow), before: audited(workflow) };
    await this.audit.record(actor, record, manager);
  }

  /** Checks the definition again, but only if this change may have caused problems. */
  private async checkAnew(
    before: WorkflowEntity,
    after: WorkflowEntity,
    changes: WorkflowChanges,
  ): Promise<void> {
    const isOther = !sameWork(before, after);
    if (isOther || !isDeepStrictEqual(before.definition, after.definition))
      assertStorable(definitionOf(after), triggerOf(after), this.environment);
    const becomesEnabled = after.enabled && !before.enabled;
    if (isOther || becomesEnabled || before.problems.length > 0)
      after.problems = await this.problemsOf(after);
    if (!after.enabled || after.problems.length === 0) return;
    const carriesWork = changes.nodes ?? changes.edges ?? changes.trigger;
    if (carriesWork) assertNoProblems(after.problems as Problem[]);
    throw new DomainError(
      'conflict',
      'workflow_draft',
      'The workflow is a draft. Solve its problems before you enable it.',
    );
  }

  /**
   * Restarts a trigger that has changed. If the workflow was only disabled or enabled, the trigger does not fire a
   * second time for the same state.
   */
  private async resetWatch(
    manager: EntityManager,
    before: WorkflowEntity,
    after: WorkflowEntity,
  ): Promise<void> {
    if (before.triggerType !== 'state_change') return;
    const keepsActs = isDeepStrictEqual(triggerOf(before), triggerOf(after));
    if (!keepsActs || before.enabled !== after.enabled) await resetWatch(manager, before.id, { keepsActs });
  }

  private problemsOf(workflow: WorkflowEntity): Promise<Problem[]> {
    return problemsOf(definitionOf(workflow), triggerOf(workflow), this.environment);
  }

  private async moment(): Promise<{ platformZone: string; site: SiteConfiguration; nowMs: number }> {
    const { timezone, site } = await this.configuration.current();
    return { platformZone: timezone, site, nowMs: this.clock.nowMs() };
  }
}

function lockedWorkflow(manager: EntityManager, id: string): Promise<WorkflowEntity> {
  return requireRow(lockWorkflow(manager, id), 'The workflow');
}

/**
 * Throws if the changes are based on another revision. The row is locked, so only one of two concurrent changes of the
 * same revision succeeds.
 */
function assertRevision({ revision }: WorkflowEntity, changes: WorkflowChanges): void {
  if (changes.revision === undefined || changes.revision === revision) return;
  throw new DomainError('conflict', 'outdated_revision', say('outdated_revision', { revision }));
}

function assertNoProblems(problems: Problem[]): void {
  const [first] = problems;
  if (!first) return;
  const message = `The workflow is not valid: ${first.path} ${first.message}`;
  throw DomainError.invalid(/[.?]$/.test(message) ? message : `${message}.`, problems);
}

function searched({ id, name }: WorkflowEntity): { id: string; texts: string[] } {
  return { id, texts: [name] };
}

function targetOf({ id }: WorkflowEntity): string {
  return `workflow ${id}`;
}

/** The audited fields of a workflow. The audit log masks the secret, so it shows only that the secret changed. */
function audited(workflow: WorkflowEntity) {
  const { name, description, enabled, mode, webhookSecret } = workflow;
  return {
    name,
    description,
    ...definitionOf(workflow),
    trigger: triggerOf(workflow),
    enabled,
    mode,
    webhookSecret,
  };
}
