import type { TriggerType } from '@app/entities';

const LONGEST_ERROR = 1000;
const FAILED = 'workflow.failed';

/** What workflows that wait for failures receive. */
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

/** True where it was set going by a failure: its own failure sets nothing going, or failures would breed for ever. */
export function isCausedByFailure(execution: { trigger: TriggerType; triggerData: string }): boolean {
  if (execution.trigger !== 'event') return false;
  const data = JSON.parse(execution.triggerData) as Partial<WorkflowFailure> | null;
  return data?.event === FAILED;
}

/** A reason as every database keeps it: without NUL, without halves of characters, and not too long. */
export function storableError(text: string): string {
  const cut = text.replaceAll('\0', '').slice(0, LONGEST_ERROR);
  return Buffer.from(cut).toString();
}
