/** The time limits of a worker. Tests shorten them. */
export interface QueueTiming {
  /** If a worker has not renewed its lock on a job for this long, another worker may take the job. */
  lockMs: number;
  /** How often the queue searches for jobs whose lock was not renewed. */
  stalledCheckMs: number;
  /**
   * How long running jobs may continue during a shutdown before their signal is aborted, and how long they may take to
   * stop after that.
   */
  drainMs: number;
  abortMs: number;
  /** A worker with a free slot counts as stuck if its request for a job gets no response within this time. */
  takeStaleMs: number;
  /** How often the sweep searches for records without a queued job. */
  sweepEveryMs: number;
}

export const DEFAULT_TIMING: QueueTiming = {
  lockMs: 20_000,
  stalledCheckMs: 10_000,
  drainMs: 7000,
  abortMs: 2000,
  takeStaleMs: 10_000,
  sweepEveryMs: 5000,
};
