import { ExecutionCallEntity, WorkflowExecutionEntity, WorkflowExecutionResultsEntity } from '@app/entities';
import { type EntityManager, In } from 'typeorm';
import type { Json } from '@app/workflow-engine';
import type { NodeResult } from '../record/node-result';

export function findCall(manager: EntityManager, stepKey: string): Promise<ExecutionCallEntity | null> {
  return manager.findOneBy(ExecutionCallEntity, { stepKey });
}

export type Caller = Pick<WorkflowExecutionEntity, 'id' | 'dryRun' | 'chainDepth' | 'callDepth'>;

/** Locks a running execution until the transaction ends. @returns null if it is not running */
export function lockCaller(manager: EntityManager, id: string): Promise<Caller | null> {
  return manager.findOne(WorkflowExecutionEntity, {
    select: { id: true, dryRun: true, chainDepth: true, callDepth: true },
    where: { id, status: 'running' },
    lock: { mode: 'pessimistic_write' },
  });
}

export function findCalled(
  manager: EntityManager,
  id: string,
): Promise<Pick<WorkflowExecutionEntity, 'id' | 'status' | 'error'> | null> {
  return manager.findOne(WorkflowExecutionEntity, {
    select: { id: true, status: true, error: true },
    where: { id },
  });
}

/** The output of the `end` node that an execution has reached; null if it has reached none. */
export async function findEndOutput(manager: EntityManager, executionId: string): Promise<Json> {
  const parts = await manager.find(WorkflowExecutionResultsEntity, {
    where: { executionId },
    order: { part: 'DESC' },
  });
  for (const { results } of parts) {
    const found = (JSON.parse(results) as NodeResult[]).findLast(
      ({ type, status }) => type === 'end' && status === 'success',
    );
    if (found) return found.output as Json;
  }
  return null;
}

/** Deletes the calls and the answers of executions. */
export async function deleteCalls(manager: EntityManager, callerIds: readonly string[]): Promise<void> {
  await manager.delete(ExecutionCallEntity, { callerId: In([...callerIds]) });
}
