import type { JsonObject } from './json';

export const ERROR_ACTIONS = ['retry', 'skip', 'abort', 'goto'] as const;
export type ErrorAction = (typeof ERROR_ACTIONS)[number];

/** What becomes of the execution when the node fails. Without a handler it aborts. */
export interface ErrorHandler {
  action: ErrorAction;
  /** `retry`: how often the node is run again, at most; 0–10, and 1 where it is left out. */
  retryCount?: number;
  /** `retry`: the wait before each of these, 0–3,600,000 ms. */
  retryDelayMs?: number;
  /** `goto`: where to; with `retry`: where to once all retries have failed. */
  gotoNodeId?: string;
}

export interface NodeDefinition {
  id: string;
  type: string;
  name?: string;
  config: JsonObject;
  onError?: ErrorHandler;
  /** The editor's; the engine does not look at it. */
  position?: JsonObject;
}

export interface EdgeDefinition {
  id: string;
  /** The ids of the nodes that it joins. */
  source: string;
  target: string;
  /** Which of the source's branches it belongs to; none where the source has no branches. */
  label?: string;
}

export interface WorkflowDefinition {
  nodes: NodeDefinition[];
  edges: EdgeDefinition[];
}

/** One fault of a definition: where it stands (`nodes[3].config.url`) and what is wrong, in a sentence. */
export interface Problem {
  path: string;
  message: string;
}
