import { type Message } from '@app/kernel';
import type { TriggerType } from '@app/entities';
import type { WorkflowStamp } from './execution-request';

/** The values of a new execution's rows. */
export interface NewExecution {
  id: string;
  workflowId: string;
  revision: number;
  trigger: TriggerType;
  /** JSON. */
  triggerData: string;
  /** JSON. */
  webhookRequest?: string | null;
  /** JSON. */
  givenOutputs?: string | null;
  dryRun: boolean;
  /** How far the clock of a dry run is ahead of the real clock, in milliseconds. Default: 0. */
  clockOffsetMs?: number;
  requestId: string | null;
  acceptedAtMs: number;
  /** The failed execution that this execution retries. */
  retryOf?: string;
  chainDepth?: number;
  /** The execution whose `run_workflow` node starts this execution, and the depth of this nested call. */
  parentId?: string | null;
  callDepth?: number;
  skippedAs?: string;
  /** If set, the execution does not run, and is inserted as failed with this error. */
  refusal?: Message;
  /** Set if the mode of the workflow is not `parallel`. */
  serialNumber?: number;
  /** True if the execution waits until another one has ended. Until then, it is neither started nor due. */
  waits?: boolean;
  /** The saved state from which the execution continues, JSON. */
  state?: string | null;
}

/** An execution that is about to be inserted. */
export interface Insertion {
  execution: NewExecution;
  /** If set, the execution is accepted only if its workflow is unchanged. */
  stamp?: WorkflowStamp;
}

/** A change of an execution to announce after its transaction is committed. */
export interface AcceptedExecution {
  id: string;
  workflowId: string;
  /** The id of the request that started the execution. Default: the current request. */
  requestId?: string | null;
  /** Length of the trigger data. If unset, the execution gets its own job. */
  characters?: number;
  /** True if the execution was recorded as failed, or if a newer execution has ended it. */
  hasEnded?: true;
  /** True if it waits until another execution has ended. */
  waits?: true;
  /** The execution whose `run_workflow` node has started this execution. */
  parentId?: string | null;
}

/** The result of accepting an execution within the caller's transaction. */
export interface Intake {
  executionId: string;
  /** The changes to announce after the commit. */
  changes: AcceptedExecution[];
}

export function toAccepted(execution: NewExecution): AcceptedExecution {
  const { id, workflowId, triggerData, requestId, refusal, waits, parentId } = execution;
  const accepted = { id, workflowId, requestId, parentId, characters: triggerData.length };
  if (refusal !== undefined) return { ...accepted, hasEnded: true };
  return waits ? { ...accepted, waits } : accepted;
}
