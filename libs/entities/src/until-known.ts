import { runBeyondRequest } from '@app/kernel';
import { isTransientConflict } from './in-transaction';
import { isDatabaseUnreachable } from './is-database-unreachable';
import { OutcomeUnknown } from './outcome-unknown';

/** Maximum number of attempts of `untilKnown`. */
const ATTEMPTS = 3;

/**
 * Repeats a write on another connection while its outcome is unknown. A repeat runs even if the request has been
 * abandoned, because it determines the outcome of the first attempt.
 * @param work must detect whether an earlier attempt was committed, even if the server is still executing that attempt.
 *   For example, it inserts the same primary key again, or waits for a lock on the same unique key
 * @throws OutcomeUnknown if no attempt determines the outcome; any other error of `work`
 */
export async function untilKnown<T>(work: (isFirst: boolean) => Promise<T>): Promise<T> {
  let unknown: OutcomeUnknown | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return await (attempt === 1 ? work(true) : runBeyondRequest(() => work(false)));
    } catch (error) {
      if (error instanceof OutcomeUnknown) unknown ??= error;
      if (!unknown || isAnswer(error)) throw error;
      if (attempt >= ATTEMPTS) throw unknown;
    }
  }
}

/**
 * Returns true if the error is a response of the database. The response to a repeat also determines the outcome of the
 * first attempt.
 */
function isAnswer(error: unknown): boolean {
  return !isDatabaseUnreachable(error) && !isTransientConflict(error);
}
