import type { TriggerType } from '@app/entities';

/** A request to run a workflow. */
export interface ExecutionRequest {
  workflowId: string;
  revision: number;
  trigger: TriggerType;
  /** Plain JSON. */
  triggerData: unknown;
  /** The HTTP request of a webhook: plain JSON, which expressions see as `request`. */
  webhookRequest?: object;
  /** Skips nodes that act on the world. */
  dryRun?: boolean;
  /** How many executions led to this one, each started by an event of the one before. */
  chainDepth?: number;
  /** Why the execution does not run. It is recorded as failed. */
  refusal?: string;
}

/** Identifies the state of a workflow that was read: its id and the time of its last change. */
export interface WorkflowStamp {
  workflowId: string;
  changedAtMs: number;
}

/** The workflow was changed, disabled or deleted since it was read. */
export class WorkflowHasChanged extends Error {}

/** An execution whose row is written. */
export interface AcceptedExecution {
  id: string;
  workflowId: string;
  /** The id of the request that started the execution; by default, the current request. */
  requestId?: string | null;
  /** Length of the trigger data. If unset, the execution gets a job of its own. */
  characters?: number;
  /** True if the execution is recorded as failed and does not run. */
  isRefused?: boolean;
}
