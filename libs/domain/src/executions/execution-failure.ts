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

/**
 * Whether workflows are to hear of its failure. Not of one that was set going by a failure, or failures would breed for
 * ever; and not of a dry run, which touches nothing.
 */
export function tellsOfFailure(execution: {
  trigger: TriggerType;
  triggerData: string;
  dryRun: boolean;
}): boolean {
  if (execution.dryRun) return false;
  if (execution.trigger !== 'event') return true;
  const data = JSON.parse(execution.triggerData) as Partial<WorkflowFailure> | null;
  return data?.event !== FAILED;
}

/** A reason as every database keeps it: without NUL, without halves of characters, and not too long. */
export function storableError(text: string): string {
  const cut = text.replaceAll('\0', '').slice(0, LONGEST_ERROR);
  return Buffer.from(cut).toString();
}
