import { say } from '@app/kernel';
import type { TriggerType } from '@app/entities';
import { exceeded, type NodeError } from '@app/workflow-engine';

/** An execution fails after this many recoveries without progress. */
export const MAX_RECOVERIES = 5;
const FAILED = 'workflow.failed';

/** The payload of the event `workflow.failed`. */
export interface WorkflowFailure {
  event: typeof FAILED;
  workflowId: string;
  workflowName: string | null;
  executionId: string;
  error: string;
}

export function workflowFailure(failure: Omit<WorkflowFailure, 'event'>): WorkflowFailure {
  return { event: FAILED, ...failure };
}

/**
 * Returns true if the failure of this execution is published as `workflow.failed`. A dry run publishes nothing. An
 * execution that `workflow.failed` has started publishes nothing either; otherwise, failures could start each other
 * endlessly.
 */
export function publishesFailure(execution: {
  trigger: TriggerType;
  triggerData: string;
  dryRun: boolean;
}): boolean {
  if (execution.dryRun) return false;
  if (execution.trigger !== 'event') return true;
  const data = JSON.parse(execution.triggerData) as Partial<WorkflowFailure> | null;
  return data?.event !== FAILED;
}

export const activeTimeExceeded = (limitMs: number): NodeError =>
  exceeded(say('active_time_exceeded', { most: limitMs }));

export const givenUp = (recoveries: number): NodeError => exceeded(say('given_up', { count: recoveries }));

export const stuck = (): NodeError => exceeded(say('stuck'));
