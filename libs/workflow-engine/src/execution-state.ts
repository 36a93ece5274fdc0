import type { Json, JsonObject } from './json';
import type { NodeError, StepOutcome } from './node-outcome';

/**
 * The path of the frame in which a node runs: `''` for the workflow itself, `each[3]` for the fourth item of the loop
 * `each`, and `each[3]/inner[0]` for a loop inside that round.
 */
export type FramePath = string;

/**
 * Identifies a node run. `visit` counts how often the node was reached in its frame, starting at 1. It exceeds
 * 1 only after a goto or a retry of the execution.
 */
export interface Token {
  readonly frame: FramePath;
  readonly nodeId: string;
  readonly visit: number;
}

/** A run that is ready or active. */
export interface ReadyRun {
  readonly token: Token;
  /**
   * When this attempt or check was dispatched, in milliseconds since 1970. It is recorded, so a repeat after a crash
   * gets the same time.
   */
  readonly atMs: number;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

/** A run that has ended, as it is stored in the execution's record. */
export interface SettledRun {
  readonly token: Token;
  readonly status: 'success' | 'failed' | 'skipped';
  readonly input: JsonObject;
  readonly output: JsonObject | null;
  readonly error: NodeError | null;
  /** Total number of attempts. */
  readonly attempts: number;
  readonly logs: readonly string[];
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** The outcome of a run. */
export interface StepReport {
  readonly token: Token;
  readonly atMs: number;
  /** The resolved configuration. */
  readonly input: JsonObject;
  readonly logs: readonly string[];
  readonly outcome: StepOutcome;
}

export type ExecutionOutcome = 'running' | 'success' | 'failed';

/** The values that a node's expressions can read, in addition to `env`, `triggerData` and `request`. */
export interface StepScope {
  readonly variables: JsonObject;
  readonly nodeOutputs: JsonObject;
  /** The current item and its index. Only set within a loop. */
  readonly item?: Json;
  readonly index?: number;
}

/** Limits of one execution. */
export interface ExecutionLimits {
  /** Node runs, retries included. */
  steps: number;
  /** Items of one loop. */
  loopItems: number;
  /** Runs that are active at the same time. */
  atOnce: number;
  /** Jumps by goto. */
  gotos: number;
  /** Size that expressions may insert into one node's configuration, in characters of JSON. */
  inputSize: number;
  /** Size of one node's output, in characters of JSON. */
  outputSize: number;
  /** Size of all stored outputs, variables and items, in characters of JSON. */
  stateSize: number;
}
