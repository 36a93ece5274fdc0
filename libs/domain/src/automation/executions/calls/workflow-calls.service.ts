import { ExecutionCallEntity, inTransaction, patiently, requireRow, storedMessage } from '@app/entities';
import { Clock, DomainError, isUuid, say } from '@app/kernel';
import type { CalledExecution, CallPortRequest, Json, WorkflowsPort } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { assertNotDraft } from '../../workflows/workflow';
import { type TriggeredWorkflow, WorkflowsService } from '../../workflows/workflows.service';
import { ExecutionIntakeService } from '../intake/execution-intake.service';
import type { AcceptedExecution } from '../intake/new-execution';
import { lockWorkflows } from '../serial/serial.queries';
import { lockRunning, type LockedExecution } from '../record/execution-state.queries';
import { findCall, type StoredCall } from './calls.queries';

/** Maximum depth of nested calls. The first execution of a chain of calls has depth 0. */
export const MAX_CALL_DEPTH = 10;

/** Runs workflows on behalf of nodes of other workflows. */
@Injectable()
export class WorkflowCallsService implements WorkflowsPort {
  constructor(
    private readonly dataSource: DataSource,
    private readonly workflows: WorkflowsService,
    private readonly intake: ExecutionIntakeService,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, `workflow_draft`, `workflow_disabled`, `calls_too_deep`, `execution_stopped` */
  call(request: CallPortRequest): Promise<CalledExecution> {
    const { manager } = this.dataSource;
    return patiently(async () => {
      const call = await findCall(manager, request.key);
      if (call) return calledBy(call);
      await this.start(request);
      return calledBy(await requireRow(findCall(manager, request.key), 'The call'));
    });
  }

  async check(workflowId: string): Promise<void> {
    await this.callable(workflowId);
  }

  /** @throws DomainError not_found, `workflow_draft`, `workflow_disabled` */
  private async callable(workflowId: string): Promise<TriggeredWorkflow> {
    const found = isUuid(workflowId) ? this.workflows.findById(workflowId) : Promise.resolve(null);
    const workflow = await requireRow(found, 'The workflow');
    assertNotDraft(workflow);
    if (workflow.enabled) return workflow;
    throw new DomainError('conflict', 'workflow_disabled', 'The workflow to run is disabled.');
  }

  private async start(request: CallPortRequest): Promise<void> {
    const workflow = await this.callable(request.workflowId);
    const changes = await inTransaction(this.dataSource, (manager) =>
      this.startOnce(manager, request, workflow),
    );
    this.intake.announce(changes);
  }

  /**
   * Accepts the called execution and stores the call. If two workers run the same node, the lock on the calling
   * execution serializes them, and the second worker finds the call that the first one stored.
   * @returns the changes to announce after the commit
   */
  private async startOnce(
    manager: EntityManager,
    { key: stepKey, execution, input, isAwaited, clockOffsetMs }: CallPortRequest,
    { id: workflowId, revision, mode }: TriggeredWorkflow,
  ): Promise<AcceptedExecution[]> {
    // Workflows are always locked before executions, so that transactions cannot deadlock.
    if (mode !== 'parallel') await lockWorkflows(manager, [workflowId]);
    const caller = (await lockRunning(manager, [execution.id])).get(execution.id);
    if (!caller) throw new DomainError('conflict', 'execution_stopped', 'The execution has ended.');
    if (await findCall(manager, stepKey)) return [];
    const { executionId, changes } = await this.intake.acceptIn(manager, {
      workflowId,
      revision,
      mode,
      trigger: 'manual',
      triggerData: input,
      dryRun: caller.dryRun,
      clockOffsetMs,
      chainDepth: caller.chainDepth,
      parentId: caller.id,
      callDepth: depthBelow(caller),
    });
    const call = { stepKey, callerId: caller.id, executionId, isAwaited, createdAt: this.clock.now() };
    await manager.insert(ExecutionCallEntity, call);
    return changes;
  }
}

function calledBy({ executionId: id, startedAtMs, status, error, output }: StoredCall): CalledExecution {
  if (status === null) {
    return { id, status: 'deleted', output: null, error: say('called_record_deleted'), startedAtMs };
  }
  const given = status === 'success' ? (JSON.parse(output ?? 'null') as Json) : null;
  return { id, status, output: given, error: storedMessage.from(error), startedAtMs };
}

/** @throws DomainError */
function depthBelow({ callDepth }: LockedExecution): number {
  if (callDepth < MAX_CALL_DEPTH) return callDepth + 1;
  const message = `Calls of workflows may be at most ${MAX_CALL_DEPTH} levels deep. Check the workflows for a loop.`;
  throw new DomainError('conflict', 'calls_too_deep', message);
}
