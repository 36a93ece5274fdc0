/** The run of a job, as its handler sees it. */
export interface JobContext {
  jobId: string;
  /** 1 at the first try. */
  attempt: number;
  /** How often a worker took it and then died, or stood still for too long. */
  stalls: number;
  /** Of the request that caused the job; null where none did. */
  requestId: string | null;
  /** Aborted when the process is about to end or another worker has taken the job over: stop at the next safe point. */
  signal: AbortSignal;
  /** Aborted as soon as the process is told to end, while `signal` leaves short work time to finish: begin no further step. */
  stopping: AbortSignal;
}

/** Runs the jobs of one kind. It may be run twice for one job, and must do no harm then. */
export interface JobHandler<Payload extends object> {
  /**
   * A `DomainError` that cannot be mended by waiting (invalid, not_found, conflict, forbidden) ends the job as failed;
   * after any other error it is tried again, later and later, up to the job's attempts.
   */
  run(payload: Payload, context: JobContext): Promise<void>;
}
