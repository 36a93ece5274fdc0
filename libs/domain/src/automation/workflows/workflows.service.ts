import { Environment } from '@app/config';
import {
  gatherReadsBy,
  requireRow,
  type StoredTriggerType,
  type TriggerType,
  type WorkflowMode,
} from '@app/entities';
import { type Actor, mapPage, type Page, RecentValues, roleCovers } from '@app/kernel';
import type { CompiledGraph, WorkflowDefinition } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { compile } from './definition-rules';
import { findLastExecutions } from './last-executions.queries';
import type { TriggerConfigs } from './trigger-schemas';
import {
  type ListedWorkflow,
  toRevision,
  toSummary,
  toWorkflow,
  type Workflow,
  type WorkflowRevision,
} from './workflow';
import { withoutSecrets } from './workflow-secrets';
import {
  findEnabled,
  findNames,
  findRevision,
  findTriggered,
  findWorkflow,
  findWorkflows,
  type TriggeredRow,
  type WorkflowFilter,
} from './workflows.queries';

/** Maximum number of compiled graphs that a process caches. */
const GRAPHS = 256;

export interface WorkflowListQuery extends WorkflowFilter {
  /** Whether to include the last execution of each workflow. Default: false. */
  lastExecution?: boolean;
}

/** The current state of a workflow, for triggers. */
export interface TriggeredWorkflow {
  id: string;
  revision: number;
  mode: WorkflowMode;
  enabled: boolean;
  /** A draft never runs. */
  draft: boolean;
  triggerType: StoredTriggerType;
  /** The configuration of a draft may be invalid. */
  triggerConfig: object;
  webhookSecret: string;
  /** The time of the last change. Each change sets a new value. */
  changedAtMs: number;
}

/** Reads workflows for the API, for triggers and for the execution of their graphs. */
@Injectable()
export class WorkflowsService {
  private readonly graphs = new RecentValues<CompiledGraph>(GRAPHS);
  private readonly byId = this.gathered('id');
  private readonly bySlug = this.gathered('webhookSlug');
  private readonly byWebhookId = this.gathered('webhookId');
  private readonly names = gatherReadsBy(
    (ids: readonly string[]) => findNames(this.dataSource.manager, ids),
    ({ id }) => id,
  );

  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
  ) {}

  /**
   * Lists workflows, oldest first.
   * @param lastExecution true to read the last execution of each workflow too, which takes one more statement
   * @throws DomainError `search_too_broad`
   */
  async list({ lastExecution = false, ...filter }: WorkflowListQuery): Promise<Page<ListedWorkflow>> {
    const { manager } = this.dataSource;
    const page = await findWorkflows(manager, filter);
    if (!lastExecution) return mapPage(page, (row) => toSummary(row));
    const ids = page.items.map(({ id }) => id);
    const found = await findLastExecutions(manager, ids);
    return mapPage(page, (row) => ({ ...toSummary(row), lastExecution: found.get(row.id) ?? null }));
  }

  /**
   * Gets a workflow. Masks the credentials in its nodes if the actor may not write workflows.
   * @throws DomainError not_found
   */
  async find(actor: Actor, id: string): Promise<Workflow> {
    const row = await requireRow(findWorkflow(this.dataSource.manager, id), 'The workflow');
    const workflow = toWorkflow(row);
    return roleCovers(actor.role, 'engineer') ? workflow : withoutSecrets(workflow);
  }

  /**
   * Gets a revision of a workflow. Masks the credentials in its nodes if the actor may not write workflows.
   * @throws DomainError not_found
   */
  async findRevision(actor: Actor, id: string, revision: number): Promise<WorkflowRevision> {
    const row = await requireRow(findRevision(this.dataSource.manager, id, revision), 'The revision');
    const found = toRevision(row);
    return roleCovers(actor.role, 'engineer') ? found : withoutSecrets(found);
  }

  /**
   * The compiled graph of a revision. A revision never changes, so the graph may come from the cache.
   * @throws DomainError `not_found` if the workflow or the revision was deleted
   */
  readForExecution(workflowId: string, revision: number): Promise<{ graph: CompiledGraph }> {
    return this.graphs
      .get(`${workflowId}/${revision}`, () => this.compiled(this.dataSource.manager, workflowId, revision))
      .then((graph) => ({ graph }));
  }

  /**
   * Like `readForExecution`, but reads within the transaction of `manager`, so that it does not wait for another
   * connection.
   * @throws the errors of `readForExecution`
   */
  async compiled(manager: EntityManager, workflowId: string, revision: number): Promise<CompiledGraph> {
    const row = await requireRow(findRevision(manager, workflowId, revision), 'The workflow');
    return compile(row.definition as WorkflowDefinition, this.environment);
  }

  /** The current name of the workflow; null if it was deleted. */
  async nameOf(workflowId: string): Promise<string | null> {
    return (await this.names(workflowId))?.name ?? null;
  }

  /** Returns the given ids that belong to workflows. */
  async existing(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await findNames(this.dataSource.manager, ids)).map(({ id }) => id));
  }

  /**
   * Returns null if there is no such workflow. Calls in the same iteration of the event loop share one query. The
   * result is not cached.
   */
  async findById(id: string): Promise<TriggeredWorkflow | null> {
    return toTriggered(await this.byId(id));
  }

  /** Like `findById`. */
  async findByWebhookSlug(slug: string): Promise<TriggeredWorkflow | null> {
    return toTriggered(await this.bySlug(slug));
  }

  /** Like `findById`. */
  async findByWebhookId(webhookId: string): Promise<TriggeredWorkflow | null> {
    return toTriggered(await this.byWebhookId(webhookId));
  }

  /** The workflows that a trigger of this type can currently start. */
  async listening<Type extends TriggerType>(
    triggerType: Type,
  ): Promise<{ id: string; revision: number; triggerConfig: TriggerConfigs[Type] }[]> {
    const rows = await findEnabled(this.dataSource.manager, triggerType);
    return rows.map(({ id, revision, triggerConfig }) => ({
      id,
      revision,
      triggerConfig: triggerConfig as TriggerConfigs[Type],
    }));
  }

  private gathered(column: 'id' | 'webhookSlug' | 'webhookId') {
    return gatherReadsBy(
      (values: readonly string[]) => findTriggered(this.dataSource.manager, column, values),
      (row) => row[column],
    );
  }
}

function toTriggered(row: TriggeredRow | null): TriggeredWorkflow | null {
  if (!row) return null;
  const { id, revision, mode, enabled, problems, triggerType, triggerConfig, webhookSecret, changedAtMs } =
    row;
  const draft = problems.length > 0;
  return { id, revision, mode, enabled, draft, triggerType, triggerConfig, webhookSecret, changedAtMs };
}
