/** Intervals and timeouts of workers. Tests shorten them. */
export interface ExecutionTiming {
  /** How long a claim is valid after its last renewal. */
  claimMs: number;
  /** How often a worker renews its claims. */
  renewEveryMs: number;
  /** How often a worker checks whether it still owns executions that have run for some time. */
  checkEveryMs: number;
  /** How long an unclaimed execution must be overdue before it is queued again. */
  overdueMs: number;
  /** How long an execution of a shared job waits for a slot before it gets its own job. */
  slotMs: number;
  /** How long running nodes may continue when the process ends. */
  graceMs: number;
}

export const DEFAULT_EXECUTION_TIMING: ExecutionTiming = {
  claimMs: 30_000,
  renewEveryMs: 10_000,
  checkEveryMs: 2000,
  overdueMs: 10_000,
  slotMs: 1000,
  graceMs: 1500,
};

/** Maximum difference between the clocks of two processes. A job may start this much too early. */
export const EARLY_MS = 2000;

/** Injects `ExecutionTiming`. */
export const EXECUTION_TIMING = Symbol('ExecutionTiming');
