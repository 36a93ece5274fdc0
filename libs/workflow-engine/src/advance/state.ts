import type { FramePath, ReadyRun, SettledRun, Token } from '../execution-state';
import type { Json, JsonObject } from '../json';
import type { NodeError } from '../node-outcome';

/** A run that was handed out and has not been reported. */
export interface RunState extends ReadyRun {
  /** When the first attempt was handed out. Set from the second attempt on. */
  readonly sinceMs?: number;
  /** Log lines of the earlier attempts. */
  readonly logs?: readonly string[];
  /** True if a jump has reset the node since: the outcome is then recorded but not followed. */
  readonly stale?: true;
}

/** A run that is due and waits until fewer runs are active. */
export interface QueuedRun {
  readonly token: Token;
  readonly attempt: number;
  readonly sinceMs?: number;
  readonly logs?: readonly string[];
  /** True if the attempt has begun already, and only checks again whether other work has ended. */
  readonly polls?: true;
}

/**
 * A waiting run. If it has an output, it waits for its end; if it polls, for the next check of the same attempt;
 * otherwise, for its next attempt.
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
  /** The `base` of the loop's frames. */
  readonly base?: number;
  /** The run of the loop node itself. It ends with the last round. */
  readonly run: { readonly sinceMs: number; readonly attempts: number; readonly logs: readonly string[] };
  readonly input: JsonObject;
  /** The name of the input field whose value was the items. The items are stored only once. */
  readonly itemsField?: string;
  readonly size: number;
}

export interface FrameState {
  /** The index of the item, in the frame of a loop. */
  readonly index?: number;
  /** One code for each node of the scope; see `graph/node-codes.ts`. */
  readonly codes: readonly number[];
  /** Outputs of finished nodes by id; `{error}` for nodes that failed and were skipped by a handler. */
  readonly outputs: JsonObject;
  readonly loops?: Readonly<Record<string, LoopState>>;
  /** Visits of the nodes that were reached more than once in this frame. Any other node has `base` + 1. */
  readonly visits?: Readonly<Record<string, number>>;
  /** Set if a jump back has started the loop again: the number of visits to add to each visit in this frame. */
  readonly base?: number;
  /** Characters of JSON of the frame's outputs and loops, without inner frames. */
  readonly size: number;
}

export interface ExecutionError extends NodeError {
  /** The node that caused the error, if a node caused it. */
  nodeId?: string;
  /** The frame of that node. */
  iteration?: FramePath;
}

/**
 * The complete state of a running execution. It is plain JSON and is never modified: each step returns a new state that
 * shares its unchanged parts.
 */
export interface ExecutionState {
  /** Number of runs handed out, retries included. */
  readonly steps: number;
  readonly gotos: number;
  /** Number of jumps and recoveries. No visit number exceeds it by more than one. */
  readonly rounds: number;
  /** Stored size in characters of JSON. */
  readonly size: number;
  readonly variables: JsonObject;
  readonly frame: FrameState;
  readonly queue: readonly QueuedRun[];
  readonly underWay: readonly RunState[];
  readonly waiting: readonly WaitState[];
  /** How the execution will end or has ended. Once it is set, no run starts. */
  readonly ending?: 'success' | 'failed';
  readonly error?: ExecutionError;
  /** Runs that failed or were interrupted by the failure. A retry continues with them. */
  readonly broken?: readonly Token[];
}

/** The result of one step of an execution. */
export interface Advanced {
  readonly state: ExecutionState;
  /** Runs to start now, in addition to the active ones. */
  readonly ready: readonly ReadyRun[];
  readonly settled: readonly SettledRun[];
}
