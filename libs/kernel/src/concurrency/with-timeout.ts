/**
 * Runs `work` and returns its result or throws its error. Rejects after `ms`, or when `signal` is aborted.
 *
 * - The rejection does not stop `work`. It aborts the signal of `work` with the error of the rejection, so that `work`
 * can stop itself.
 * - A later result or error is ignored. It never causes an unhandled rejection.
 * - If the process was suspended beyond the limit and the result has arrived, the result counts.
 * - Neither a timer nor a listener on `signal` is left behind.
 * @param reason creates the timeout error. If `signal` is aborted, its own reason is used
 */
export function withTimeout<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  reason: () => Error,
  signal?: AbortSignal,
): Promise<T> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const running = work(ended.signal);
    let expiry: NodeJS.Immediate | undefined;
    const give = (error: unknown) => {
      release();
      reject(error);
      ended.abort(error);
    };
    const onAbort = () => give(signal?.reason);
    // Wait one more turn of the event loop, which reads results that arrived during a suspension.
    const timer = setTimeout(() => (expiry = setImmediate(() => give(reason()))), ms);
    signal?.addEventListener('abort', onAbort);
    const release = () => {
      clearTimeout(timer);
      clearImmediate(expiry);
      signal?.removeEventListener('abort', onAbort);
    };
    running.finally(release).then(resolve, reject);
  });
}

/** Whether `work` succeeds within `ms`. The promise never rejects, and `work` is not stopped. */
export async function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  try {
    await withTimeout(
      ms,
      () => work,
      () => new Error('The operation timed out.'),
    );
    return true;
  } catch {
    return false;
  }
}
