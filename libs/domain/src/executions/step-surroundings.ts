import type { CompiledGraph, NodePorts } from '@app/workflow-engine';

/** What all runs of nodes of one execution have in common. */
export interface StepSurroundings {
  executionId: string;
  graph: CompiledGraph;
  dryRun: boolean;
  ports: NodePorts;
  triggerData: unknown;
  env: Readonly<Record<string, string>>;
  /** Steps of one expression. */
  expressionSteps: number;
  nowMs(): number;
  /** Masks secrets in a sentence: before it is cut, for half of one would not be known any more. */
  hide(text: string): string;
  /** Aborted when the execution is to stop; made when the first node asks for it. */
  signal(): AbortSignal;
  /** Told what a node threw that says nothing to a person. */
  onFault(error: unknown, nodeId: string): void;
}
