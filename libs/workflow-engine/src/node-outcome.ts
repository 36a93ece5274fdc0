import type { Json, JsonObject } from './json';

/** The reason why a node failed. */
export interface NodeError {
  /** snake_case, for programs. */
  code: string;
  /** A sentence for a person; without secrets. */
  message: string;
  /** Set if a limit was exceeded: no handler applies, and the execution fails. */
  fatal?: boolean;
}

export type NodeOutcome =
  /** The node is done. The execution continues on `branch`, or on the unlabelled edges. */
  | { kind: 'done'; output: JsonObject; branch?: string; variables?: JsonObject }
  /** The node waits until `untilMs` (milliseconds since 1970), and is then done. */
  | { kind: 'wait'; untilMs: number; output: JsonObject }
  /**
   * The node is not done, because it waits for other work. It runs again at `untilMs` with the same idempotency key and
   * its configuration resolved again. That run is part of the same attempt, and is not counted as a step.
   */
  | { kind: 'poll'; untilMs: number }
  /** The node runs its body once per item, with at most `concurrency` items in parallel, and is then done. */
  | { kind: 'iterate'; items: Json[]; itemVariable?: string; concurrency: number }
  /** The execution ends successfully: active nodes finish, nothing starts. */
  | { kind: 'stop'; output: JsonObject };

/** The outcome as reported to the engine. */
export type StepOutcome = NodeOutcome | { kind: 'failed'; error: NodeError };

/** Thrown by a node, or on its behalf, to make the node fail with this code. */
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
