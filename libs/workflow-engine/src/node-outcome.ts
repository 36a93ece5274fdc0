import { type Message } from '@app/kernel';
import type { Json, JsonObject } from './json';

/** The reason why a node failed. */
export interface NodeError {
  /** snake_case, for programs. */
  code: string;
  /** A sentence for a person. It must not contain secrets. */
  message: string;
  /** The message with its own code and its values. */
  reason?: Message;
  /** True if a limit was exceeded. The execution then fails, and no error handler applies. */
  fatal?: boolean;
}

export type NodeOutcome =
  /**
   * The node is done. The execution continues on the edges of `branch`, or on the edges without a label if `branch` is
   * missing.
   */
  | { kind: 'done'; output: JsonObject; branch?: string; variables?: JsonObject }
  /** The node waits until `untilMs` (milliseconds since 1970) and is then done with this output. */
  | { kind: 'wait'; untilMs: number; output: JsonObject }
  /**
   * The node waits for other work. It runs again at `untilMs` with the same idempotency key, and its configuration is
   * resolved again. The repeated run belongs to the same attempt and is not counted as a node run. With `wakes`, the
   * node also runs again when the execution is woken.
   */
  | { kind: 'poll'; untilMs: number; wakes?: boolean }
  /** The node runs its body once per item, with at most `concurrency` items in parallel, and is then done. */
  | { kind: 'iterate'; items: Json[]; itemVariable?: string; concurrency: number }
  /** The execution ends successfully. Active nodes finish, and no further node starts. */
  | { kind: 'stop'; output: JsonObject };

/** The outcome as reported to the engine. */
export type StepOutcome = NodeOutcome | { kind: 'failed'; error: NodeError };
