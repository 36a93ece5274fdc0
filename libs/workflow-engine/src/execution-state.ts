import type { Json, JsonObject } from './json';
import type { NodeError, StepOutcome } from './node-outcome';

/**
 * Where a node runs: `''` for the workflow itself, `each[3]` for the fourth item of the loop `each`,
 * `each[3]/inner[0]` for loops within loops.
 */
export type FramePath = string;

/** One run of one node. `visit` counts how often the node was reached in its frame, from 1: more than once by goto. */
export interface Token {
  readonly frame: FramePath;
  readonly nodeId: string;
  readonly visit: number;
}

/** A run that is to be done now, or has been begun and has not ended. */
export interface ReadyRun {
  readonly token: Token;
  /** When it was handed out first, milliseconds since 1970: the recorded time of the step. */
  readonly atMs: number;
  /** 1 at the first try. */
  readonly attempt: number;
}

/** A run that has come to its end, for the execution's record. */
export interface SettledRun {
  readonly token: Token;
  readonly status: 'success' | 'failed' | 'skipped';
  readonly input: JsonObject;
  readonly output: JsonObject | null;
  readonly error: NodeError | null;
  /** Tries in all. */
  readonly attempts: number;
  readonly logs: readonly string[];
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** What came of a run that was handed out. */
export interface StepReport {
  readonly token: Token;
  readonly atMs: number;
  /** The configuration as resolved. */
  readonly input: JsonObject;
  readonly logs: readonly string[];
  readonly outcome: StepOutcome;
}

export type ExecutionOutcome = 'running' | 'success' | 'failed';

/** What the expressions of a node can see, beside `env` and `triggerData`. */
export interface StepScope {
  readonly variables: JsonObject;
  readonly nodeOutputs: JsonObject;
  /** In a loop. */
  readonly item?: Json;
  readonly index?: number;
}

/** Limits of one execution. */
export interface ExecutionLimits {
  /** Runs of nodes, retries included. */
  steps: number;
  /** Items of one loop. */
  loopItems: number;
  /** Runs that are handed out and not reported at one time. */
  atOnce: number;
  /** Jumps by goto. */
  gotos: number;
  /** Characters of JSON that expressions may put into one node's configuration. */
  inputSize: number;
  /** Characters of JSON of one node's output. */
  outputSize: number;
  /** Characters of JSON of all outputs, variables and items that are kept. */
  stateSize: number;
}
