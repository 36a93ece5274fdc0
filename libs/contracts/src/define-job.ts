import type { ClassConstructor } from 'class-transformer';

/** A kind of background job. The api enqueues the job and the worker handles it. Both use the same declaration. */
export interface JobDefinition<Payload extends object> {
  /** The name in kebab-case. It begins with a verb, for example `backfill-meter`. */
  readonly name: string;
  /** The queue of the job. Jobs of one queue share the concurrency of their workers. */
  readonly queue: string;
  /**
   * The class of the payload. A payload contains ids and never entities. It is validated when the job is enqueued and
   * again when it runs.
   */
  readonly payload: ClassConstructor<Payload>;
  /**
   * A fast check of the payload, for jobs that are queued by the thousand. If it returns true, the payload is valid. If
   * it returns false, the payload is validated by the rules of the class.
   */
  readonly isRight?: (payload: object) => boolean;
  /** Total number of attempts, including the first. Default: `JOB_ATTEMPTS`. */
  readonly attempts?: number;
  /** Delay before the first retry, in milliseconds. It doubles with each retry. Default: `JOB_BACKOFF_MS`. */
  readonly backoffMs?: number;
  /**
   * If true, the queue keeps no record of a finished job, so its id can be queued again immediately. Set it for jobs
   * whose outcome is stored in the database.
   */
  readonly forgetWhenDone?: boolean;
}

export function defineJob<Payload extends object>(
  definition: JobDefinition<Payload>,
): Readonly<JobDefinition<Payload>> {
  return Object.freeze(definition);
}
