import { ExecutionCallEntity, inTransaction, patiently } from '@app/entities';
import { Clock, DomainError } from '@app/kernel';
import type { CalledExecution, CallPortRequest, WorkflowsPort } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type TriggeredWorkflow, WorkflowsService } from '../../workflows/workflows.service';
import { ExecutionIntakeService } from '../intake/execution-intake.service';
import type { AcceptedExecution } from '../intake/new-execution';
import { lockWorkflows } from '../serial/serial.queries';
import { type Caller, findCall, findCalled, findEndOutput, lockCaller } from './calls.queries';

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
    return patiently(async () => {
      const call = (await findCall(this.dataSource.manager, request.key)) ?? (await this.start(request));
      return this.stateOf(call);
    });
  }

  private async stateOf({ executionId: id, createdAt }: ExecutionCallEntity): Promise<CalledExecution> {
    const { manager } = this.dataSource;
    const startedAtMs = createdAt.getTime();
    const row = await findCalled(manager, id);
    if (!row)
      return {
        id,
        status: 'deleted',
        output: null,
        error: 'The record of the called execution was deleted.',
        startedAtMs,
      };
    const output = row.status === 'success' ? await findEndOutput(manager, id) : null;
    return { id, status: row.status, output, error: row.error, startedAtMs };
  }

  private async start(request: CallPortRequest): Promise<ExecutionCallEntity> {
    const workflow = await this.workflows.findById(request.workflowId);
    assertRunnable(workflow);
    const { call, changes } = await inTransaction(this.dataSource, (manager) =>
      this.startOnce(manager, request, workflow),
    );
    this.intake.announce(changes);
    return call;
  }

  /**
   * If two workers run the same node, the lock on the calling execution serializes them. The second worker finds the
   * call that the first one stored.
   */
  private async startOnce(
    manager: EntityManager,
    { key: stepKey, execution, input }: CallPortRequest,
    { id: workflowId, revision, mode }: TriggeredWorkflow,
  ): Promise<{ call: ExecutionCallEntity; changes: AcceptedExecution[] }> {
    // Workflows are always locked before executions, so that transactions cannot deadlock.
    if (mode !== 'parallel') await lockWorkflows(manager, [workflowId]);
    const caller = await lockCaller(manager, execution.id);
    if (!caller) throw new DomainError('conflict', 'execution_stopped', 'The execution has ended.');
    const present = await findCall(manager, stepKey);
    if (present) return { call: present, changes: [] };
    const { executionId, changes } = await this.intake.acceptIn(manager, {
      workflowId,
      revision,
      mode,
      trigger: 'manual',
      triggerData: input,
      dryRun: caller.dryRun,
      chainDepth: caller.chainDepth,
      parentId: caller.id,
      callDepth: depthBelow(caller),
    });
    const call = { stepKey, callerId: caller.id, executionId, createdAt: this.clock.now() };
    await manager.insert(ExecutionCallEntity, call);
    return { call, changes };
  }
}

/** @throws DomainError */
function assertRunnable(workflow: TriggeredWorkflow | null): asserts workflow is TriggeredWorkflow {
  if (!workflow) throw DomainError.notFound('The workflow');
  if (workflow.draft) {
    throw new DomainError('conflict', 'workflow_draft', 'The workflow to run is a draft.');
  }
  if (!workflow.enabled) {
    throw new DomainError('conflict', 'workflow_disabled', 'The workflow to run is disabled.');
  }
}

/** @throws DomainError */
function depthBelow({ callDepth }: Caller): number {
  if (callDepth < MAX_CALL_DEPTH) return callDepth + 1;
  const message = `Calls of workflows may be at most ${MAX_CALL_DEPTH} levels deep. Check the workflows for a loop.`;
  throw new DomainError('conflict', 'calls_too_deep', message);
}
