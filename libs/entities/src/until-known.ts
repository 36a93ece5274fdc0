import { isTransientConflict } from './in-transaction';
import { isDatabaseUnreachable } from './is-database-unreachable';
import { OutcomeUnknown } from './outcome-unknown';

/** Times that `untilKnown` runs its work. */
const ATTEMPTS = 3;

/**
 * Runs a write again, on another connection, for as long as its outcome is unknown.
 * @param work must recognize what an earlier attempt has committed, also if that attempt still runs on the server:
 * by inserting the same primary key, or by waiting for the same unique key
 * @throws OutcomeUnknown if no attempt settles it; and what `work` throws
 */
export async function untilKnown<T>(work: (isFirst: boolean) => Promise<T>): Promise<T> {
  let unknown: OutcomeUnknown | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt === 1);
    } catch (error) {
      if (error instanceof OutcomeUnknown) unknown ??= error;
      if (!unknown || isAnswer(error)) throw error;
      if (attempt >= ATTEMPTS) throw unknown;
    }
  }
}

/** True if the database answered: what it says of a repeat holds for the first attempt too. */
function isAnswer(error: unknown): boolean {
  return !isDatabaseUnreachable(error) && !isTransientConflict(error);
}
