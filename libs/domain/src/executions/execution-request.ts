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

/** An execution whose rows are written. */
export interface AcceptedExecution {
  id: string;
  workflowId: string;
}
