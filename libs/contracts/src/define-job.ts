import type { ClassConstructor } from 'class-transformer';

/** A kind of background job, declared once for the api that enqueues it and the worker that handles it. */
export interface JobDefinition<Payload extends object> {
  /** Imperative kebab-case, for example `backfill-meter`. */
  readonly name: string;
  /** The queue of the job. Jobs of one queue share the concurrency of their workers. */
  readonly queue: string;
  /** Carries ids, never entities. Validated when it is enqueued and again when it is run. */
  readonly payload: ClassConstructor<Payload>;
  /**
   * A fast check for jobs that are queued by the thousand: true if the payload is certainly valid. Otherwise the rules
   * of the class decide.
   */
  readonly isRight?: (payload: object) => boolean;
  /** Attempts in total, including the first. Default `JOB_ATTEMPTS`. */
  readonly attempts?: number;
  /** Wait before the first retry. It doubles with each retry. Default `JOB_BACKOFF_MS`. */
  readonly backoffMs?: number;
  /**
   * The queue keeps nothing of the finished job, so its id can be queued again immediately. For jobs whose record
   * stores the outcome.
   */
  readonly forgetWhenDone?: boolean;
}

export function defineJob<Payload extends object>(
  definition: JobDefinition<Payload>,
): Readonly<JobDefinition<Payload>> {
  return Object.freeze(definition);
}
