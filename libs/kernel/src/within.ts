/** Rejects with `reason()` if `work` is not done in time. The work itself continues. */
export function within<T>(ms: number, work: Promise<T>, reason: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    // If this process was suspended, the answer has arrived and only has to be read.
    const timer = setTimeout(() => setImmediate(() => reject(reason())), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** False if `work` is not done in time, or fails. */
export async function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  try {
    await within(ms, work, () => new Error('not yet'));
    return true;
  } catch {
    return false;
  }
}
