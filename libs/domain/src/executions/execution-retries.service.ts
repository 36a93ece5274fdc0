import { inTransaction, type WorkflowExecutionEntity } from '@app/entities';
import { type Actor, Clock, currentRequestId, DomainError, newId } from '@app/kernel';
import type { CompiledGraph } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import { IdempotencyService } from '../idempotency/idempotency.service';
import { WorkflowsService } from '../workflows/workflows.service';
import { findData, findExecution } from './control.queries';
import { ExecutionAnnouncer } from './execution-announcer';
import { findResults } from './execution-history.queries';
import { reviveExecution } from './execution-retry';
import { insertResultsOf } from './execution-state.queries';
import { insertExecutions } from './intake.queries';

/** Goes on with failed executions by the word of people. */
@Injectable()
export class ExecutionRetries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly announcer: ExecutionAnnouncer,
    private readonly workflows: WorkflowsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Goes on from where a failed execution failed, as a new one that keeps what was done.
   * @param requestKey of a request that may be repeated: within 24 hours the same user's next one is given the first answer
   * @returns the new execution's id
   * @throws DomainError not_found, conflict where it has not failed, unavailable where the queue does not answer
   */
  async retry(actor: Actor, workflowId: string, executionId: string, requestKey?: string): Promise<string> {
    const failed = await findExecution(this.dataSource.manager, workflowId, executionId);
    if (!failed) throw DomainError.notFound('The execution');
    if (failed.status !== 'failed') throw notFailed();
    const { graph } = await this.workflows.readForRun(workflowId, failed.revision);
    const { id, repeated } = await this.once(actor, executionId, requestKey, (manager) =>
      this.make(manager, actor, failed, graph),
    );
    if (!repeated) this.announcer.accepted([{ id, workflowId }]);
    return id;
  }

  private async once(
    actor: Actor,
    executionId: string,
    requestKey: string | undefined,
    make: (manager: EntityManager) => Promise<string>,
  ): Promise<{ id: string; repeated: boolean }> {
    if (requestKey === undefined) return { id: await inTransaction(this.dataSource, make), repeated: false };
    const { answer, repeated } = await this.idempotency.answer(
      `retry/${actor.userId ?? actor.name}/${executionId}`,
      requestKey,
      {},
      async (manager) => ({ executionId: await make(manager) }),
    );
    return { id: answer.executionId, repeated };
  }

  private async make(
    manager: EntityManager,
    actor: Actor,
    failed: WorkflowExecutionEntity,
    graph: CompiledGraph,
  ): Promise<string> {
    this.announcer.assertReachable();
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
