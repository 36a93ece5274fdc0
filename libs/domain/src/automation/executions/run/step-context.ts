import type {
  CompiledGraph,
  ExecutionRef,
  ExpressionSite,
  JsonObject,
  NodePorts,
  Token,
} from '@app/workflow-engine';

/** Values and functions that all node runs of one execution share. */
export interface StepContext {
  execution: ExecutionRef;
  graph: CompiledGraph;
  dryRun: boolean;
  ports: NodePorts;
  triggerData: unknown;
  /** The request of a webhook; null for other triggers. */
  request: unknown;
  /** The outputs that the caller of a dry run has sent, by node. */
  givenOutputs: ReadonlyMap<string, JsonObject>;
  env: Readonly<Record<string, string>>;
  /** The time zone and the calendars that expressions use. */
  site: ExpressionSite;
  /** Maximum number of evaluation steps per expression. */
  expressionSteps: number;
  /** Returns the one-time address that resumes this run of a node. */
  resumeUrlOf(run: Token): string;
  nowMs(): number;
  /** Masks secrets. Call this before shortening a text, because a secret that is cut off is not recognized. */
  hide(text: string): string;
  /** Returns the signal that is aborted when the execution must stop. It is created when the first node needs it. */
  signal(): AbortSignal;
  /** Called with unexpected errors of nodes. */
  onError(error: unknown, nodeId: string): void;
}
