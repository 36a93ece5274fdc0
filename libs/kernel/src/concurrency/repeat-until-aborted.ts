import { pause } from './pause';

/** Ends the wait before the next run. A call during a run is remembered: the next run then begins at once. */
export class WakeUp {
  private controller = new AbortController();

  /** Aborted by the first call after the last `reset`. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  call(): void {
    this.controller.abort();
  }

  reset(): void {
    if (this.signal.aborted) this.controller = new AbortController();
  }
}

/**
 * Runs `work` again and again until `signal` is aborted.
 *
 * - There is one run at a time. The first begins at once, and none begins after the abort.
 * - The abort ends a wait at once. It does not stop a run: the promise resolves when that run has ended.
 * - The event loop turns between two runs, even if `work` returns no wait.
 * - An error of `work` ends the repetition and rejects the promise.
 * - Neither a timer nor a listener on `signal` is left behind.
 * @param work returns how many milliseconds to wait before the next run
 */
export async function repeatUntilAborted(
  signal: AbortSignal,
  work: () => Promise<number>,
  wakeUp = new WakeUp(),
): Promise<void> {
  while (!signal.aborted) {
    wakeUp.reset();
    const waitMs = await work();
    if (signal.aborted) return;
    if (waitMs > 0) await pause(waitMs, signal, wakeUp.signal);
    else await new Promise((nextTurn) => setImmediate(nextTurn));
  }
}

/**
 * Does the same as `repeatUntilAborted`, but begins a run `everyMs` after the previous run began, or at once if the
 * previous run took longer.
 */
export function repeatEvery(everyMs: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  return repeatUntilAborted(signal, async () => {
    const startedAtMs = performance.now();
    await work();
    return everyMs - (performance.now() - startedAtMs);
  });
}
