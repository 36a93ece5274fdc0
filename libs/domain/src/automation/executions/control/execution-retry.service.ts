import { inTransaction, type WorkflowExecutionEntity, requireRow } from '@app/entities';
import { type Actor, Clock, currentRequestId, DomainError, newId } from '@app/kernel';
import type { CompiledGraph } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service';
import { IdempotencyService } from '../../../platform/idempotency/idempotency.service';
import { WorkflowsService } from '../../workflows/workflows.service';
import { findData } from './control.queries';
import { ExecutionDispatcher } from '../intake/execution-dispatcher';
import { findExecution, findResults } from '../history/execution-history.queries';
import { retryState } from './retry-state';
import { insertResultsOf } from '../record/execution-state.queries';
import { insertExecutions } from '../intake/intake.queries';

/** Retries failed executions on behalf of users. */
@Injectable()
export class ExecutionRetryService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly dispatcher: ExecutionDispatcher,
    private readonly workflows: WorkflowsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Continues a failed execution at its failed nodes. The retry is a new execution that keeps the results of the failed
   * one.
   * @param requestKey identifies a request. If the same user repeats it within 24 hours, they get the first response
   *   again
   * @returns the new execution's id
   * @throws DomainError not_found; conflict if the execution has not failed; unavailable if the queue is unreachable
   */
  async retry(actor: Actor, workflowId: string, executionId: string, requestKey?: string): Promise<string> {
    const { manager: reader } = this.dataSource;
    const failed = await requireRow(findExecution(reader, workflowId, executionId), 'The execution');
    if (failed.status !== 'failed') throw notFailed();
    const { graph } = await this.workflows.readForRun(workflowId, failed.revision);
    const { id, repeated } = await this.once(actor, executionId, requestKey, (manager) =>
      this.create(manager, actor, failed, graph),
    );
    if (!repeated) this.dispatcher.accepted([{ id, workflowId }]);
    return id;
  }

  private async once(
    actor: Actor,
    executionId: string,
    requestKey: string | undefined,
    create: (manager: EntityManager) => Promise<string>,
  ): Promise<{ id: string; repeated: boolean }> {
    if (requestKey === undefined)
      return { id: await inTransaction(this.dataSource, create), repeated: false };
    const { answer, repeated } = await this.idempotency.answer(
      `retry/${actor.scope}/${executionId}`,
      requestKey,
      {},
      async (manager) => ({ executionId: await create(manager) }),
    );
    return { id: answer.executionId, repeated };
  }

  private async create(
    manager: EntityManager,
    actor: Actor,
    failed: WorkflowExecutionEntity,
    graph: CompiledGraph,
  ): Promise<string> {
    this.dispatcher.assertReachable();
    const id = newId();
    const { workflowId } = failed;
    await this.copy(manager, failed, id, graph);
    const record = {
      action: 'execution.retried',
      target: failed.id,
      after: { workflowId, executionId: id },
    };
    await this.audit.record(actor, record, manager);
    return id;
  }

  private async copy(
    manager: EntityManager,
    failed: WorkflowExecutionEntity,
    id: string,
    graph: CompiledGraph,
  ): Promise<void> {
    // The execution may have been deleted in the meantime.
    const data = await requireRow(findData(manager, failed.id), 'The execution');
    const atMs = this.clock.nowMs();
    const retried = retryState(graph, data.state, await findResults(manager, failed.id), atMs);
    const { workflowId, revision, trigger, dryRun } = failed;
    await insertExecutions(manager, [
      {
        id,
        workflowId,
        revision,
        trigger,
        dryRun,
        triggerData: data.triggerData,
        webhookRequest: data.webhookRequest,
        requestId: currentRequestId()?.slice(0, 128) ?? null,
        acceptedAtMs: atMs,
        retryOf: failed.id,
        state: retried.state,
      },
    ]);
    if (retried.results !== null) await insertResultsOf(manager, id, retried.results);
  }
}

function notFailed(): DomainError {
  return new DomainError(
    'conflict',
    'execution_not_failed',
    'Only an execution that has failed can be retried.',
  );
}
