import { EARLY_MS } from '@app/domain/testing';
import type { WorkflowExecutionEntity } from '@app/entities';

/** Returns true if no worker runs the execution and no worker may start to run it at this time. */
export function isWaiting(execution: WorkflowExecutionEntity | null, nowMs: number): boolean {
  if (execution?.status !== 'running' || execution.claimedBy !== null) return false;
  return (execution.dueAt?.getTime() ?? 0) > nowMs + EARLY_MS;
}
