/** How a worker keeps time. Tests shorten it. */
export interface QueueTiming {
  /** A job whose worker has not renewed it for so long is free for another worker. */
  lockMs: number;
  /** How often such jobs are looked for. */
  stalledCheckMs: number;
  /** At shutdown: how long running jobs may go on, and how long after that they may take to heed their signal. */
  drainMs: number;
  abortMs: number;
  /** How long a worker with a free slot may go without an answer to its request for a job. */
  takeStaleMs: number;
  /** How often records are swept for jobs that are not queued. */
  sweepEveryMs: number;
}

export const DEFAULT_TIMING: QueueTiming = {
  lockMs: 20_000,
  stalledCheckMs: 10_000,
  drainMs: 8000,
  abortMs: 2000,
  takeStaleMs: 10_000,
  sweepEveryMs: 5000,
};
