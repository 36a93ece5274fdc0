/** The context of a job for its handler. */
export interface JobContext {
  jobId: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** How often a worker started this job and then died or stalled. */
  stalls: number;
  /** Id of the request that caused the job; null if no request did. */
  requestId: string | null;
  /**
   * Aborted when the process must end or another worker has taken over the job. The handler must stop at the next safe
   * point.
   */
  signal: AbortSignal;
  /**
   * Aborted as soon as the process is asked to end. The handler must not start a further step. `signal` is aborted
   * later, so that short work can finish.
   */
  stopping: AbortSignal;
}

/** Handles the jobs of one type. A handler may run twice for one job, so it must be idempotent. */
export interface JobHandler<Payload extends object> {
  /**
   * Runs the job. After a `DomainError` of the kind `invalid`, `not_found`, `conflict` or `forbidden`, the job has
   * failed. After any other error, the job is retried with growing delays until its attempts are used up.
   */
  run(payload: Payload, context: JobContext): Promise<void>;
}
