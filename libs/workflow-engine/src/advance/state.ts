import type { FramePath, ReadyRun, SettledRun, Token } from '../execution-state';
import type { Json, JsonObject } from '../json';
import type { NodeError } from '../node-outcome';

/** A run that was dispatched and has not been reported. */
export interface RunState extends ReadyRun {
  /** When the node's first attempt was dispatched. Omitted while this equals `atMs`: before the first poll or retry. */
  readonly sinceMs?: number;
  /** Log lines of the earlier attempts. */
  readonly logs?: readonly string[];
  /**
   * True if a jump has reset the node since the run was dispatched. The outcome is then recorded, but does not affect
   * the flow.
   */
  readonly stale?: true;
}

/** A run that is due and waits until fewer runs are active. */
export interface QueuedRun {
  readonly token: Token;
  readonly attempt: number;
  readonly sinceMs?: number;
  readonly logs?: readonly string[];
  /**
   * True for a poll: the run continues an attempt that waits for other work, and checks again whether this work has
   * ended.
   */
  readonly polls?: true;
}

/**
 * A waiting run. With `output`, the node is done at `untilMs`. With `polls`, the same attempt checks again at
 * `untilMs`. With neither, the next attempt starts at `untilMs`.
 */
export interface WaitState {
  readonly token: Token;
  readonly untilMs: number;
  readonly attempt: number;
  readonly sinceMs: number;
  readonly logs: readonly string[];
  readonly input?: JsonObject;
  readonly output?: JsonObject;
  readonly polls?: true;
  /** True if the wait also ends when the execution is woken. */
  readonly wakes?: true;
  /** Stored size in characters. */
  readonly size: number;
}

/** An active loop. */
export interface LoopState {
  readonly items: readonly Json[];
  readonly itemVariable?: string;
  readonly concurrency: number;
  /** Index of the next item to start. */
  readonly next: number;
  /** Number of finished rounds. */
  readonly done: number;
  /** The active rounds, by index. */
  readonly frames: readonly FrameState[];
  /** The `base` of each frame of this loop. */
  readonly base?: number;
  /** The run of the loop node itself. It ends with the last round. */
  readonly run: { readonly sinceMs: number; readonly attempts: number; readonly logs: readonly string[] };
  readonly input: JsonObject;
  /**
   * The name of the input field that contained the items. The field is removed from `input`, so that the items are
   * stored only once.
   */
  readonly itemsField?: string;
  readonly size: number;
}

export interface FrameState {
  /** The index of the item. Only set in the frame of a loop. */
  readonly index?: number;
  /** One code for each node of the scope; see `graph/node-codes.ts`. */
  readonly codes: readonly number[];
  /**
   * Outputs of finished nodes by id. If a node failed and its error handler skipped it or jumped, its output is
   * `{error}`.
   */
  readonly outputs: JsonObject;
  readonly loops?: Readonly<Record<string, LoopState>>;
  /**
   * Visit numbers of the nodes that were reached more than once in this frame. Other nodes have the visit number `base`
   * + 1.
   */
  readonly visits?: Readonly<Record<string, number>>;
  /** An offset that is added to each visit number in this frame. Only set if the loop was reached more than once. */
  readonly base?: number;
  /** Size of the frame's outputs and loops in characters of JSON, without the frames of these loops. */
  readonly size: number;
}

export interface ExecutionError extends NodeError {
  /** The node that caused the error, if a node caused it. */
  nodeId?: string;
  /** The frame of the node `nodeId`. */
  iteration?: FramePath;
}

/**
 * The complete state of a running execution. It is plain JSON and is never modified: each step returns a new state that
 * shares the unchanged parts of the old one.
 */
export interface ExecutionState {
  /** Number of dispatched runs, including retries, but not repeated polls. */
  readonly steps: number;
  readonly gotos: number;
  /** Number of jumps and retries of the execution. No visit number exceeds this number by more than one. */
  readonly rounds: number;
  /** Stored size in characters of JSON. */
  readonly size: number;
  readonly variables: JsonObject;
  readonly frame: FrameState;
  readonly queue: readonly QueuedRun[];
  readonly underWay: readonly RunState[];
  readonly waiting: readonly WaitState[];
  /** How the execution will end or has ended. Once this is set, no new run starts. */
  readonly ending?: 'success' | 'failed';
  readonly error?: ExecutionError;
  /**
   * Runs that failed, and runs that were interrupted when the execution failed. A retry of the execution continues with
   * them.
   */
  readonly broken?: readonly Token[];
}

/** The result of one step of an execution. */
export interface Advanced {
  readonly state: ExecutionState;
  /** Runs to start now, in addition to the active ones. */
  readonly ready: readonly ReadyRun[];
  readonly settled: readonly SettledRun[];
}
