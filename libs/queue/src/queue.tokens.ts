/** Injects all job definitions of the process. */
export const DECLARED_JOBS = Symbol('DeclaredJobs');
/** Injects `QueueTiming`. */
export const QUEUE_TIMING = Symbol('QueueTiming');
/** Injects the process's `QueueBackend`. */
export const QUEUE_BACKEND = Symbol('QueueBackend');
