import { runBeyondRequest } from '@app/kernel';
import { isTransientConflict } from './in-transaction';
import { isDatabaseUnreachable } from './is-database-unreachable';
import { OutcomeUnknown } from './outcome-unknown';

/** Maximum number of attempts of `untilKnown`. */
const ATTEMPTS = 3;

/**
 * Repeats a write on another connection while its outcome is unknown. A repeat runs even if the request has been
 * abandoned, because it settles the write that the first attempt began.
 * @param work must recognize what an earlier attempt has committed, even if that attempt still runs on the server: by
 *   inserting the same primary key, or by waiting for the same unique key
 * @throws OutcomeUnknown if no attempt settles the write; any other error of `work`
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

/** True if the database answered. The answer to a repeat also settles the first attempt. */
function isAnswer(error: unknown): boolean {
  return !isDatabaseUnreachable(error) && !isTransientConflict(error);
}
