import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** Rejects with `reason()` when `work` is not done in time. The work itself goes on. */
export async function within<T>(ms: number, work: Promise<T>, reason: () => Error): Promise<T> {
  const timer = new AbortController();
  const timeout = delay(ms, undefined, { signal: timer.signal }).then(async () => {
    // Where it was this process that stood still, the answer has arrived and is only not read yet.
    await nextTurn();
    throw reason();
  });
  // Whichever of the two comes second is nobody's any more.
  timeout.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    timer.abort();
  }
}

/** False when `work` is not done in time, or fails. */
export async function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  try {
    await within(ms, work, () => new Error('not yet'));
    return true;
  } catch {
    return false;
  }
}
