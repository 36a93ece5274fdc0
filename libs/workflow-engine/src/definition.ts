import type { JsonObject } from './json';

export const ERROR_ACTIONS = ['retry', 'skip', 'abort', 'goto'] as const;
export type ErrorAction = (typeof ERROR_ACTIONS)[number];

/** The reaction to a failure of the node. Without a handler the execution aborts. */
export interface ErrorHandler {
  action: ErrorAction;
  /** `retry`: maximum number of retries, 0–10. Default 1. */
  retryCount?: number;
  /** `retry`: pause before each retry, 0–3,600,000 ms. */
  retryDelayMs?: number;
  /** `goto`: the target. `retry`: the target after all retries have failed. */
  gotoNodeId?: string;
}

export interface NodeDefinition {
  id: string;
  type: string;
  name?: string;
  config: JsonObject;
  onError?: ErrorHandler;
  /** For the editor; the engine ignores it. */
  position?: JsonObject;
}

export interface EdgeDefinition {
  id: string;
  /** The ids of the connected nodes. */
  source: string;
  target: string;
  /** The branch of the source node that the edge belongs to; omitted if the source node has no branches. */
  label?: string;
}

export interface WorkflowDefinition {
  nodes: NodeDefinition[];
  edges: EdgeDefinition[];
}

/** One problem of a definition: its location (`nodes[3].config.url`) and a sentence. */
export interface Problem {
  path: string;
  message: string;
}
