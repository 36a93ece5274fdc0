import { Environment } from '@app/config';
import { gatherReadsBy, type StoredTriggerType, type TriggerType } from '@app/entities';
import { type Actor, DomainError, mapPage, type Page, roleCovers } from '@app/kernel';
import type { CompiledGraph, WorkflowDefinition } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { compile } from './definition-rules';
import { RecentValues } from './recent-values';
import type { TriggerConfigs } from './trigger-schemas';
import { toSummary, toWorkflow, type Workflow, type WorkflowSummary } from './workflow';
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

export type { WorkflowFilter } from './workflows.queries';

/** Compiled graphs that one process keeps. */
const GRAPHS = 256;

/** A workflow as what triggers it sees it, read at that moment. */
export interface TriggeredWorkflow {
  id: string;
  revision: number;
  enabled: boolean;
  /** A draft is never run. */
  draft: boolean;
  triggerType: StoredTriggerType;
  /** Of a draft it may be faulty. */
  triggerConfig: object;
  webhookSecret: string;
  /** Another one after each change. */
  changedAtMs: number;
}

/** Reads workflows: for people, for what triggers them and for what runs them. */
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

  async list(filter: WorkflowFilter): Promise<Page<WorkflowSummary>> {
    return mapPage(await findWorkflows(this.dataSource.manager, filter), (row) => toSummary(row));
  }

  /** Credentials in its nodes are masked for those who may not write workflows. @throws DomainError not_found */
  async find(actor: Actor, id: string): Promise<Workflow> {
    const row = await findWorkflow(this.dataSource.manager, id);
    if (!row) throw DomainError.notFound('The workflow');
    const workflow = toWorkflow(row);
    return roleCovers(actor.role, 'engineer') ? workflow : withoutSecrets(workflow);
  }

  /**
   * The graph of a revision, made ready to be run. A revision never changes, so it may have been kept.
   * @throws DomainError not_found where the workflow, or the revision, is gone
   */
  readForRun(workflowId: string, revision: number): Promise<{ graph: CompiledGraph }> {
    return this.graphs
      .get(`${workflowId}/${revision}`, async () => {
        const row = await findRevision(this.dataSource.manager, workflowId, revision);
        if (!row) throw DomainError.notFound('The workflow');
        return compile(row.definition as WorkflowDefinition, this.environment);
      })
      .then((graph) => ({ graph }));
  }

  /** What the workflow is called now; null where it is gone. */
  async nameOf(workflowId: string): Promise<string | null> {
    return (await this.names(workflowId))?.name ?? null;
  }

  /** Null where there is none. Reads of one turn of the event loop are one query; nothing is kept. */
  async findById(id: string): Promise<TriggeredWorkflow | null> {
    return toTriggered(await this.byId(id));
  }

  /** As `findById`. */
  async findByWebhookSlug(slug: string): Promise<TriggeredWorkflow | null> {
    return toTriggered(await this.bySlug(slug));
  }

  /** As `findById`. */
  async findByWebhookId(webhookId: string): Promise<TriggeredWorkflow | null> {
    return toTriggered(await this.byWebhookId(webhookId));
  }

  /** The workflows that a trigger of this type may set going now. */
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
  const { id, revision, enabled, problems, triggerType, triggerConfig, webhookSecret, changedAtMs } = row;
  const draft = problems.length > 0;
  return { id, revision, enabled, draft, triggerType, triggerConfig, webhookSecret, changedAtMs };
}
