/** Maximum delay if the page is never idle. */
const LATEST_MS = 1000;

/**
 * Resolves when the browser is idle. Safari does not support idle callbacks, so there it resolves with the next task.
 */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve);
  });
}
