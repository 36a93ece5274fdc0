import type { ClassConstructor } from 'class-transformer';

/** A kind of background job, declared once: the api enqueues by it, the worker handles by it. */
export interface JobDefinition<Payload extends object> {
  /** Imperative kebab-case, for example `backfill-meter`. */
  readonly name: string;
  /** The queue it travels on; jobs of one queue share their workers' concurrency. */
  readonly queue: string;
  /** Carries ids, never entities. Checked where it is made and again where it is run. */
  readonly payload: ClassConstructor<Payload>;
  /**
   * Says yes to payloads that are certainly right, at less cost than the class's rules: for jobs by the thousand. What
   * it does not say yes to, the class decides.
   */
  readonly isRight?: (payload: object) => boolean;
  /** Tries in all, first one included. Default `JOB_ATTEMPTS`. */
  readonly attempts?: number;
  /** First wait before a retry; doubles each time. Default `JOB_BACKOFF_MS`. */
  readonly backoffMs?: number;
  /**
   * Nothing is kept of it in the queue once it has ended, well or badly: its id can be queued anew at once. For work
   * whose record tells how it went.
   */
  readonly forgetWhenDone?: boolean;
}

export function defineJob<Payload extends object>(
  definition: JobDefinition<Payload>,
): Readonly<JobDefinition<Payload>> {
  return Object.freeze(definition);
}
