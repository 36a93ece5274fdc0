import type { Json, JsonObject } from './json';

/** Why a node failed. */
export interface NodeError {
  /** snake_case, for programs. */
  code: string;
  /** A sentence for a person; without secrets. */
  message: string;
  /** No handler applies: the execution fails (a limit was exceeded). */
  fatal?: boolean;
}

export type NodeOutcome =
  /** The node is done; the execution goes on along `branch`, or along the edges without a label. */
  | { kind: 'done'; output: JsonObject; branch?: string; variables?: JsonObject }
  /** The node is done once `untilMs` (since 1970) has come. */
  | { kind: 'wait'; untilMs: number; output: JsonObject }
  /** Its body is run for each item, at most `concurrency` at once; then the node is done. */
  | { kind: 'iterate'; items: Json[]; itemVariable?: string; concurrency: number }
  /** The execution ends well: what is under way finishes, nothing starts. */
  | { kind: 'stop'; output: JsonObject };

/** As the engine is told of it. */
export type StepOutcome = NodeOutcome | { kind: 'failed'; error: NodeError };

/** Thrown by a node, or on its behalf, to fail with a code of its own. */
export class NodeFault extends Error implements NodeError {
  constructor(
    readonly code: string,
    message: string,
    readonly fatal = false,
  ) {
    super(message);
    this.name = 'NodeFault';
  }
}
