import type { TriggerType } from '@app/entities';
import type { NodeError } from '@app/workflow-engine';

/** An execution fails after this many recoveries without progress. */
export const MAX_RECOVERIES = 5;
const MAX_ERROR_CHARACTERS = 1000;
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

/** Prepares a text for any database: removes NUL, replaces unpaired surrogates, and cuts to 1000 characters. */
export function storableError(text: string): string {
  const cut = text.replaceAll('\0', '').slice(0, MAX_ERROR_CHARACTERS);
  return Buffer.from(cut).toString();
}

export const activeTimeExceeded = (limitMs: number): NodeError => ({
  code: 'active_time_exceeded',
  message: `The execution was active for longer than ${limitMs} ms.`,
  fatal: true,
});

export const givenUp = (recoveries: number): NodeError => ({
  code: 'given_up',
  message: `Workers recovered the execution ${recoveries} times, but the execution made no progress.`,
  fatal: true,
});

export const stuck = (): NodeError => ({
  code: 'stuck',
  message: 'The execution cannot continue: no node is running, ready or waiting.',
  fatal: true,
});
