import { inTransaction, requireRow } from '@app/entities';
import { type Actor, DomainError, type Page } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service';
import { ExecutionDispatcher } from '../intake/execution-dispatcher';
import { WorkflowEditingService } from '../../workflows/workflow-editing.service';
import { WorkflowsService } from '../../workflows/workflows.service';
import {
  deleteExecutions,
  findCause,
  type ExecutionFilter,
  type ExecutionSummary,
  findExecution,
  findExecutions,
  findResults,
  lockEnded,
  lockExecutionsOf,
} from './execution-history.queries';
import { type NodeResult, shownResults } from '../record/node-result';
import type { WebhookRequest } from '../record/webhook-request';

export type { ExecutionFilter, ExecutionSummary } from './execution-history.queries';

export interface ExecutionDetail extends ExecutionSummary {
  /** Any JSON. */
  triggerData: unknown;
  /** The request of a webhook; null for other triggers. */
  request: WebhookRequest | null;
  /** In the order in which the node runs ended. */
  nodeResults: NodeResult[];
}

/** Lists and deletes executions on behalf of users. */
@Injectable()
export class ExecutionHistoryService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly workflows: WorkflowsService,
    private readonly editing: WorkflowEditingService,
    private readonly dispatcher: ExecutionDispatcher,
    private readonly audit: AuditService,
  ) {}

  /** Lists the executions of a workflow, newest first. @throws DomainError not_found */
  async list(workflowId: string, filter: ExecutionFilter): Promise<Page<ExecutionSummary>> {
    await requireRow(this.workflows.findById(workflowId), 'The workflow');
    return findExecutions(this.dataSource.manager, workflowId, filter);
  }

  /** Gets an execution, with credentials masked. @throws DomainError not_found if the workflow has no such execution */
  async find(workflowId: string, id: string): Promise<ExecutionDetail> {
    const { manager } = this.dataSource;
    // The status is read before the results, so that a finished status is never shown with incomplete results.
    const execution = await findExecution(manager, workflowId, id);
    const cause = execution && (await findCause(manager, id));
    if (!cause) throw DomainError.notFound('The execution');
    const parts = await findResults(manager, id);
    const nodeResults = parts.flatMap((part) => JSON.parse(part) as NodeResult[]);
    const triggerData: unknown = JSON.parse(cause.triggerData);
    const request = JSON.parse(cause.webhookRequest ?? 'null') as WebhookRequest | null;
    return Object.assign(execution, shownResults({ triggerData, request, nodeResults }));
  }

  /** Deletes the executions of `ids` that have ended. @returns the number of deleted executions */
  async removeEnded(actor: Actor, ids: readonly string[]): Promise<number> {
    return inTransaction(this.dataSource, async (manager) => {
      const ended = await lockEnded(manager, ids);
      await deleteExecutions(manager, ended);
      await this.audit.record(actor, { action: 'executions.removed', before: { ids: ended } }, manager);
      return ended.length;
    });
  }

  /** Deletes a workflow with all its executions, including running ones. @throws DomainError not_found */
  async removeWorkflow(actor: Actor, workflowId: string): Promise<void> {
    const running = await inTransaction(this.dataSource, async (manager) => {
      // After this lock, no execution of the workflow is accepted.
      await this.editing.lock(workflowId, manager);
      const executions = await lockExecutionsOf(manager, workflowId);
      await deleteExecutions(
        manager,
        executions.map(({ id }) => id),
      );
      await this.editing.remove(actor, workflowId, manager);
      return executions.filter(({ status }) => status === 'running');
    });
    // Executions that wait for one of the deleted executions continue at once, and callers of webhooks no longer wait
    // for an answer.
    for (const { id, parentId } of running) this.dispatcher.changed(workflowId, id, 'failed', parentId);
  }
}
