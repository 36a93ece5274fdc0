/** Rejects with `reason()` when `work` is not done in time. The work itself goes on. */
export function within<T>(ms: number, work: Promise<T>, reason: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    // Where it was this process that stood still, the answer has arrived and is only not read yet.
    const timer = setTimeout(() => setImmediate(() => reject(reason())), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
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
