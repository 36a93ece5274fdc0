/** How workers keep time over executions. Tests shorten it. */
export interface ExecutionTiming {
  /** A worker that has an execution in hand is believed to be at it for so long after it last said so. */
  claimMs: number;
  /** How often it says so. */
  renewEveryMs: number;
  /** How often it looks whether those that take longer are still its own. */
  lookEveryMs: number;
  /** What was due so long ago, and is in nobody's hands, is queued again. */
  overdueMs: number;
  /** How long an execution waits for a place beside the others of its job, before it is left to other workers. */
  placeMs: number;
  /** When the process ends: how long nodes that are at work may go on. */
  graceMs: number;
}

export const DEFAULT_EXECUTION_TIMING: ExecutionTiming = {
  claimMs: 30_000,
  renewEveryMs: 10_000,
  lookEveryMs: 2000,
  overdueMs: 10_000,
  placeMs: 1000,
  graceMs: 1500,
};

/** A job, or a wait's end, may be early by the difference of two clocks. */
export const EARLY_MS = 2000;

/** Injects `ExecutionTiming`. */
export const EXECUTION_TIMING = Symbol('ExecutionTiming');
