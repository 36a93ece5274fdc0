import { type WorkflowExecutionEntity, requireRow } from '@app/entities';
import { type Actor, Clock, currentRequestId, DomainError, newId } from '@app/kernel';
import type { CompiledGraph } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service';
import { IdempotencyService } from '../../../platform/idempotency/idempotency.service';
import { WorkflowsService } from '../../workflows/workflows.service';
import { findData } from './control.queries';
import { ExecutionIntakeService } from '../intake/execution-intake.service';
import type { AcceptedExecution, Intake, NewExecution } from '../intake/new-execution';
import { findExecution, findResults } from '../history/execution-history.queries';
import { retryState } from './retry-state';
import { insertResultsOf } from '../record/execution-state.queries';

/** Retries failed executions on behalf of users. */
@Injectable()
export class ExecutionRetryService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly intake: ExecutionIntakeService,
    private readonly workflows: WorkflowsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Continues a failed execution at its failed nodes. The retry is a new execution that keeps the results of the failed
   * one.
   * @param requestKey idempotency key. If the same user repeats the request within 24 hours, they get the first
   *   response again
   * @returns the new execution's id
   * @throws DomainError not_found; conflict if the execution has not failed; `workflow_busy` or `workflow_queue_full`
   *   if the workflow's mode refuses another execution; unavailable if the queue is unreachable
   */
  async retry(actor: Actor, workflowId: string, executionId: string, requestKey?: string): Promise<string> {
    const { manager: reader } = this.dataSource;
    const failed = await requireRow(findExecution(reader, workflowId, executionId), 'The execution');
    if (failed.status !== 'failed') throw notFailed();
    const { graph } = await this.workflows.readForExecution(workflowId, failed.revision);
    const scope = `retry/${actor.scope}/${executionId}`;
    let changes: AcceptedExecution[] = [];
    const { answer, repeated } = await this.idempotency.answer(scope, requestKey, {}, async (manager) => {
      const intake = await this.create(manager, actor, failed, graph);
      changes = intake.changes;
      return { executionId: intake.executionId };
    });
    if (!repeated) this.intake.announce(changes);
    return answer.executionId;
  }

  private async create(
    manager: EntityManager,
    actor: Actor,
    failed: WorkflowExecutionEntity,
    graph: CompiledGraph,
  ): Promise<Intake> {
    const { id: target, workflowId } = failed;
    const intake = await this.copy(manager, failed, graph);
    const after = { workflowId, executionId: intake.executionId };
    await this.audit.record(actor, { action: 'execution.retried', target, after }, manager);
    return intake;
  }

  private async copy(
    manager: EntityManager,
    failed: WorkflowExecutionEntity,
    graph: CompiledGraph,
  ): Promise<Intake> {
    // The execution may have been deleted in the meantime.
    const data = await requireRow(findData(manager, failed.id), 'The execution');
    const atMs = this.clock.nowMs();
    const clockOffsetMs = Number(data.clockOffsetMs ?? 0);
    const results = await findResults(manager, failed.id);
    const retried = retryState(graph, data.state, results, atMs + clockOffsetMs);
    const { workflowId, revision, trigger, dryRun, chainDepth, callDepth } = failed;
    const execution: NewExecution = {
      id: newId(),
      workflowId,
      revision,
      trigger,
      dryRun,
      clockOffsetMs,
      triggerData: data.triggerData,
      webhookRequest: data.webhookRequest,
      givenOutputs: data.givenOutputs,
      requestId: currentRequestId()?.slice(0, 128) ?? null,
      acceptedAtMs: atMs,
      chainDepth,
      callDepth,
      retryOf: failed.id,
      state: retried.state,
    };
    const intake = await this.intake.acceptRetry(manager, execution, data.mode);
    if (retried.results !== null) await insertResultsOf(manager, execution.id, retried.results);
    return intake;
  }
}

function notFailed(): DomainError {
  return new DomainError(
    'conflict',
    'execution_not_failed',
    'Only an execution that has failed can be retried.',
  );
}
