import { pause } from '@app/kernel';
import { isDatabaseUnreachable } from './is-database-unreachable';

const RETRY_MS = 500;
const PATIENCE_MS = 120_000;

export interface Patience {
  /** After an abort, a failed attempt is not repeated. */
  signal?: AbortSignal;
  /** Decides whether to repeat the work after this error. By default, it is always repeated. */
  mayRepeat?: (error: unknown) => boolean;
  /** Called once, before the first repeat. */
  onWait?: (error: unknown) => void;
}

/**
 * Repeats work for up to two minutes while the database is unreachable. An execution survives an outage of this length,
 * so the work of its nodes must survive it too.
 * @param work must have the same result if it is repeated after a commit whose response was lost. Its parameter is true
 *   in the first attempt
 */
export async function patiently<T>(
  work: (isFirst: boolean) => Promise<T>,
  { signal, mayRepeat, onWait }: Patience = {},
): Promise<T> {
  const untilMs = performance.now() + PATIENCE_MS;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work(isFirst);
    } catch (error) {
      const isOver = signal?.aborted === true || performance.now() > untilMs;
      if (isOver || !isDatabaseUnreachable(error) || mayRepeat?.(error) === false) throw error;
      if (isFirst) onWait?.(error);
      await (signal ? pause(RETRY_MS, signal) : pause(RETRY_MS));
    }
  }
}
