import type { FramePath, ReadyRun, SettledRun, Token } from '../execution-state';
import type { Json, JsonObject } from '../json';
import type { NodeError } from '../node-outcome';

/** A run that was handed out and has not been reported. */
export interface RunState extends ReadyRun {
  /** When its first attempt was handed out; from the second attempt on. */
  readonly sinceMs?: number;
  /** Lines of the attempts before. */
  readonly logs?: readonly string[];
  /** A jump has reset its node meanwhile: what comes of it is recorded, not followed. */
  readonly stale?: true;
}

/** A run that is due, and not handed out since enough others are. */
export interface QueuedRun {
  readonly token: Token;
  readonly attempt: number;
  readonly sinceMs?: number;
  readonly logs?: readonly string[];
}

/** A run that waits: before its next attempt, or (with an output) for its end. */
export interface WaitState {
  readonly token: Token;
  readonly untilMs: number;
  readonly attempt: number;
  readonly sinceMs: number;
  readonly logs: readonly string[];
  readonly input?: JsonObject;
  readonly output?: JsonObject;
  /** Characters of what it keeps. */
  readonly size: number;
}

/** A loop that goes round. */
export interface LoopState {
  readonly items: readonly Json[];
  readonly itemVariable?: string;
  readonly concurrency: number;
  /** The next item to begin with. */
  readonly next: number;
  /** Rounds that are over. */
  readonly done: number;
  /** Rounds that are under way, by their index. */
  readonly frames: readonly FrameState[];
  /** Of its frames. */
  readonly base?: number;
  /** Of its own run, which is settled once the last round is over. */
  readonly run: { readonly sinceMs: number; readonly attempts: number; readonly logs: readonly string[] };
  readonly input: JsonObject;
  /** The field of the input that was `items` itself, and is not kept twice. */
  readonly itemsField?: string;
  readonly size: number;
}

export interface FrameState {
  /** Of a loop: which item. */
  readonly index?: number;
  /** A code for each node of the scope, see `graph/node-codes.ts`. */
  readonly codes: readonly number[];
  /** Of nodes that are done, by their ids; `{error}` of those that failed and were left by a handler. */
  readonly outputs: JsonObject;
  readonly loops?: Readonly<Record<string, LoopState>>;
  /** Visits of nodes that were reached more often than others of this frame. */
  readonly visits?: Readonly<Record<string, number>>;
  /** Visits of all nodes before this frame began: of a loop that was jumped back to. */
  readonly base?: number;
  /** Characters of JSON of its outputs and loops, those of inner frames not counted. */
  readonly size: number;
}

export interface ExecutionError extends NodeError {
  /** The node that it came from, where it came from one. */
  nodeId?: string;
  /** That node's frame. */
  iteration?: FramePath;
}

/**
 * All that an execution consists of while it runs. Plain JSON, never changed: each step makes a new one that shares
 * what stayed the same.
 */
export interface ExecutionState {
  /** Runs that were handed out, retries included. */
  readonly steps: number;
  readonly gotos: number;
  /** Jumps and revivals: no visit can have a higher number than one more. */
  readonly rounds: number;
  /** Characters of JSON of all that is kept. */
  readonly size: number;
  readonly variables: JsonObject;
  readonly frame: FrameState;
  readonly queue: readonly QueuedRun[];
  readonly underWay: readonly RunState[];
  readonly waiting: readonly WaitState[];
  /** How it is about to end, or has ended: nothing starts any more. */
  readonly ending?: 'success' | 'failed';
  readonly error?: ExecutionError;
  /** Runs that the failure broke off or that failed: where a retry goes on. */
  readonly broken?: readonly Token[];
}

/** One step of an execution. */
export interface Advanced {
  readonly state: ExecutionState;
  /** To be run now, in addition to what is under way. */
  readonly ready: readonly ReadyRun[];
  readonly settled: readonly SettledRun[];
}
