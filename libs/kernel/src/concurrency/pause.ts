/**
 * Waits for `ms`, or until one of the signals is aborted. It never rejects, and leaves neither a timer nor a listener
 * behind.
 */
export function pause(ms: number, ...signals: AbortSignal[]): Promise<void> {
  if (signals.some(({ aborted }) => aborted)) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    for (const signal of signals) signal.addEventListener('abort', end);
  });
}
