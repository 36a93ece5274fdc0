import type { TriggerType } from '@app/entities';

/** What sets a workflow going. */
export interface ExecutionRequest {
  workflowId: string;
  /** Of the definition that is to be run. */
  revision: number;
  trigger: TriggerType;
  /** Plain JSON. */
  triggerData: unknown;
  /** Leaves out what acts on the world. */
  dryRun?: boolean;
}

/** A workflow as it was read. */
export interface WorkflowStamp {
  workflowId: string;
  changedAtMs: number;
}

/** The workflow was changed, disabled or removed since it was read. */
export class WorkflowHasChanged extends Error {}

/** An execution whose rows are written. */
export interface AcceptedExecution {
  id: string;
  workflowId: string;
  /** Of the request that asked for it; that of the present code by default. */
  requestId?: string | null;
  /** Of what its trigger brought; needed where several are told of together. */
  characters?: number;
}
