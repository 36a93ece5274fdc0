import { type Message } from '@app/kernel';
import type { TriggerType, WorkflowMode } from '@app/entities';
import type { JsonObject } from '@app/workflow-engine';

/** Outputs of nodes, by the id of the node. */
export type GivenOutputs = Readonly<Record<string, JsonObject>>;

/** A request to run a workflow. */
export interface ExecutionRequest {
  workflowId: string;
  revision: number;
  /** The mode of the workflow at the time it was read. Default: `parallel`. */
  mode?: WorkflowMode;
  trigger: TriggerType;
  /** True if a client waits for the response. The request is then refused while the queue is unreachable. */
  clientWaits?: true;
  /** Plain JSON. */
  triggerData: unknown;
  /** The HTTP request of a webhook: plain JSON, which expressions see as `request`. */
  webhookRequest?: object;
  /** If true, nodes with side effects are skipped. */
  dryRun?: boolean;
  /** How far the clock of a dry run is ahead of the real clock, in milliseconds. Default: 0. */
  clockOffsetMs?: number;
  /** The outputs that a dry run uses for nodes instead of running them. */
  givenOutputs?: GivenOutputs;
  /** Position in a chain of executions that trigger each other by events. The first execution has position 0. */
  chainDepth?: number;
  /** The execution whose `run_workflow` node starts this execution, and the depth of this nested call. */
  parentId?: string;
  callDepth?: number;
  /**
   * The point or event of the trigger. If the mode refuses the execution, a trigger of the same workflow and name that
   * fired earlier is forgotten. Default: an empty text.
   */
  skippedAs?: string;
  /** If set, the execution does not run, and is recorded as failed with this error. */
  refusal?: Message;
}

/** Identifies the state in which a workflow was read, by its id and the time of its last change. */
export interface WorkflowStamp {
  workflowId: string;
  changedAtMs: number;
}
