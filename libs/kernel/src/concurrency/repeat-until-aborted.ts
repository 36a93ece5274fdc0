import { pause } from './pause';

/**
 * Wakes repeated work: ends the wait before its next run. If `call` is used during a run, the next run begins
 * immediately after the current one.
 */
export class WakeUp {
  private controller = new AbortController();

  /** Aborted by the first wake-up after the last `reset`. */
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
 * Runs `work` repeatedly until `signal` is aborted.
 *
 * - Only one run is active at a time. The first run begins immediately, and no run begins after the abort.
 * - The abort ends a wait immediately. It does not stop an active run: the promise resolves when this run has ended.
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
 * Like `repeatUntilAborted`, but begins each run `everyMs` after the beginning of the previous run, or immediately if
 * the previous run took longer.
 */
export function repeatEvery(everyMs: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  return repeatUntilAborted(signal, async () => {
    const startedAtMs = performance.now();
    await work();
    return everyMs - (performance.now() - startedAtMs);
  });
}
