/**
 * Runs `work` and returns its result or throws its error. If the work takes longer than `ms`, or if `signal` is
 * aborted, the promise rejects without waiting for the work.
 *
 * - The work is not stopped, but its signal is aborted with the same error, so that it can stop itself.
 * - A later result or error is ignored. It never causes an unhandled rejection.
 * - If the process was suspended beyond the limit, and the result has arrived in the meantime, the result is returned.
 * - Neither a timer nor a listener on `signal` is left behind.
 * @param reason creates the timeout error. If `signal` is aborted, the promise rejects with the reason of `signal`
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
    // Wait for one more turn of the event loop, which reads results that arrived while the process was suspended.
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

/** Returns true if `work` succeeds within `ms`. The promise never rejects, and `work` is not stopped. */
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
