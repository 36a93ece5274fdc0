import { inTransaction, type WorkflowExecutionEntity } from '@app/entities';
import { type Actor, Clock, currentRequestId, DomainError, newId } from '@app/kernel';
import type { CompiledGraph } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import { WorkflowsService } from '../workflows/workflows.service';
import { endRunning, findData, findExecution } from './control.queries';
import { ExecutionAnnouncer } from './execution-announcer';
import { storableError } from './execution-failure';
import { findResults } from './execution-history.queries';
import { reviveExecution } from './execution-retry';
import { insertResultsOf } from './execution-state.queries';
import { insertExecutions } from './intake.queries';

/** What people do to executions. */
@Injectable()
export class ExecutionControl {
  constructor(
    private readonly dataSource: DataSource,
    private readonly announcer: ExecutionAnnouncer,
    private readonly workflows: WorkflowsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends an execution as failed, be it queued, waiting or at work; what its nodes have done so far stays on record.
   * That a person ended it triggers no workflow.
   * @throws DomainError not_found, and conflict where it had ended already
   */
  async cancel(actor: Actor, workflowId: string, executionId: string): Promise<void> {
    const error = storableError(`cancelled by ${actor.name}`);
    const record = { action: 'execution.cancelled', target: executionId, after: { workflowId } };
    await inTransaction(this.dataSource, async (manager) => {
      const atMs = this.clock.nowMs();
      const ended = await endRunning(manager, { workflowId, id: executionId, error, atMs });
      if (ended) return this.audit.record(actor, record, manager);
      if (!(await findExecution(manager, workflowId, executionId)))
        throw DomainError.notFound('The execution');
      throw new DomainError('conflict', 'execution_ended', 'The execution has ended already.');
    });
    this.announcer.changed(workflowId, executionId, 'failed');
  }

  /**
   * Goes on from where a failed execution failed, as a new one that keeps what was done.
   * @returns the new execution's id
   * @throws DomainError not_found, conflict where it has not failed, unavailable where the queue does not answer
   */
  async retry(actor: Actor, workflowId: string, executionId: string): Promise<string> {
    this.announcer.assertReachable();
    const failed = await findExecution(this.dataSource.manager, workflowId, executionId);
    if (!failed) throw DomainError.notFound('The execution');
    if (failed.status !== 'failed') throw notFailed();
    const { graph } = await this.workflows.readForRun(workflowId, failed.revision);
    const id = newId();
    const record = {
      action: 'execution.retried',
      target: executionId,
      after: { workflowId, executionId: id },
    };
    await inTransaction(this.dataSource, async (manager) => {
      await this.copy(manager, failed, id, graph);
      await this.audit.record(actor, record, manager);
    });
    this.announcer.accepted([{ id, workflowId }]);
    return id;
  }

  private async copy(
    manager: EntityManager,
    failed: WorkflowExecutionEntity,
    id: string,
    graph: CompiledGraph,
  ): Promise<void> {
    const data = await findData(manager, failed.id);
    // Removed in the meantime.
    if (!data) throw DomainError.notFound('The execution');
    const atMs = this.clock.nowMs();
    const revived = reviveExecution(graph, data.state, await findResults(manager, failed.id), atMs);
    const { workflowId, revision, trigger, dryRun } = failed;
    await insertExecutions(manager, [
      {
        id,
        workflowId,
        revision,
        trigger,
        dryRun,
        triggerData: data.triggerData,
        requestId: currentRequestId()?.slice(0, 128) ?? null,
        acceptedAtMs: atMs,
        retryOf: failed.id,
        state: revived.state,
      },
    ]);
    if (revived.results !== null) await insertResultsOf(manager, id, revived.results);
  }
}

function notFailed(): DomainError {
  return new DomainError(
    'conflict',
    'execution_not_failed',
    'Only an execution that has failed can be retried.',
  );
}
