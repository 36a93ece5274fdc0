/** A page that is never idle may delay work for this time. */
const LATEST_MS = 1000;

/** Resolves when the browser has nothing else to do. Safari has no such callback, so it continues with the next task. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve);
  });
}
