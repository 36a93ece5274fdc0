import type { ErrorDetail } from '@app/kernel';
import type { JsonObject } from './json';

export const ERROR_ACTIONS = ['retry', 'skip', 'abort', 'goto'] as const;
export type ErrorAction = (typeof ERROR_ACTIONS)[number];

/** The action that follows if the node fails. Without a handler, the execution fails. */
export interface ErrorHandler {
  action: ErrorAction;
  /** For `retry`: maximum number of retries, 0 to 10. Default: 1. */
  retryCount?: number;
  /** For `retry`: pause before each retry, 0 to 3,600,000 ms. */
  retryDelayMs?: number;
  /** For `goto`: the node to jump to. For `retry`: the node to jump to when all retries have failed. */
  gotoNodeId?: string;
}

export interface NodeDefinition {
  id: string;
  type: string;
  name?: string;
  config: JsonObject;
  onError?: ErrorHandler;
  /** The position of the node in an editor. The engine ignores it. */
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

/** A text for people beside the nodes of an editor. */
export interface StickyNote {
  text: string;
  /** The position of its upper left corner, in the unit of the positions of nodes. */
  x: number;
  y: number;
}

export interface WorkflowDefinition {
  nodes: NodeDefinition[];
  edges: EdgeDefinition[];
  /** The engine ignores them. Absent if there are none. */
  notes?: StickyNote[];
}

/** One problem of a definition: its location (`nodes[3].config.url`) and a sentence. */
export type Problem = ErrorDetail;
