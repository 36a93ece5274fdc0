import type { CompiledGraph, ExecutionRef, ExpressionSite, NodePorts } from '@app/workflow-engine';

/** Values and functions that all node runs of one execution share. */
export interface StepContext {
  execution: ExecutionRef;
  graph: CompiledGraph;
  dryRun: boolean;
  ports: NodePorts;
  triggerData: unknown;
  /** The request of a webhook; null for other triggers. */
  request: unknown;
  env: Readonly<Record<string, string>>;
  /** The time zone and the calendars that expressions use. */
  site: ExpressionSite;
  /** Maximum number of evaluation steps per expression. */
  expressionSteps: number;
  nowMs(): number;
  /** Masks secrets. Call it before a text is cut, because the beginning of a secret would not be recognized. */
  hide(text: string): string;
  /** Aborted when the execution must stop. Created for the first node that asks for it. */
  signal(): AbortSignal;
  /** Called with unexpected errors of nodes. */
  onError(error: unknown, nodeId: string): void;
}
