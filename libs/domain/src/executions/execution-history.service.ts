import { inTransaction } from '@app/entities';
import { type Actor, DomainError, type Page } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import { WorkflowEditingService } from '../workflows/workflow-editing.service';
import { WorkflowsService } from '../workflows/workflows.service';
import { findExecution } from './control.queries';
import {
  deleteExecutions,
  type ExecutionFilter,
  type ExecutionSummary,
  findExecutions,
  findResults,
  findTriggerData,
  lockEnded,
  lockExecutionsOf,
} from './execution-history.queries';
import { type NodeResult, shownResults } from './node-result';

export type { ExecutionFilter, ExecutionSummary } from './execution-history.queries';

export interface ExecutionDetail extends ExecutionSummary {
  /** Any JSON. */
  triggerData: unknown;
  /** In the order in which they ended. */
  nodeResults: NodeResult[];
}

/** What was run of workflows: shown, and removed when people say so. */
@Injectable()
export class ExecutionHistoryService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly workflows: WorkflowsService,
    private readonly editing: WorkflowEditingService,
    private readonly audit: AuditService,
  ) {}

  /** The executions of a workflow, newest first. @throws DomainError not_found */
  async list(workflowId: string, filter: ExecutionFilter): Promise<Page<ExecutionSummary>> {
    if (!(await this.workflows.findById(workflowId))) throw DomainError.notFound('The workflow');
    return findExecutions(this.dataSource.manager, workflowId, filter);
  }

  /** Credentials are masked for every role. @throws DomainError not_found, also if it belongs to another workflow */
  async find(workflowId: string, id: string): Promise<ExecutionDetail> {
    const { manager } = this.dataSource;
    // The status first: the results may then be ahead of it, but lack nothing of what it says has ended.
    const execution = await findExecution(manager, workflowId, id);
    const triggerData = execution && (await findTriggerData(manager, id));
    if (!execution || triggerData === null) throw DomainError.notFound('The execution');
    const parts = await findResults(manager, id);
    const nodeResults = parts.flatMap((part) => JSON.parse(part) as NodeResult[]);
    return Object.assign(execution, shownResults({ triggerData: JSON.parse(triggerData), nodeResults }));
  }

  /** Removes those of `ids` that have ended; one that is running stays. @returns how many were removed */
  async removeEnded(actor: Actor, ids: readonly string[]): Promise<number> {
    return inTransaction(this.dataSource, async (manager) => {
      const ended = await lockEnded(manager, ids);
      await deleteExecutions(manager, ended);
      await this.audit.record(actor, { action: 'executions.removed', before: { ids: ended } }, manager);
      return ended.length;
    });
  }

  /** Removes a workflow with all that was run of it, what is running included. @throws DomainError not_found */
  async removeWorkflow(actor: Actor, workflowId: string): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      // Nothing is accepted for it from now on.
      await this.editing.lock(workflowId, manager);
      await deleteExecutions(manager, await lockExecutionsOf(manager, workflowId));
      await this.editing.remove(actor, workflowId, manager);
    });
  }
}
