import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may compute before this process handles its timers and sockets. */
const SLICE_MS = 10;

/**
 * Runs long work without blocking the event loop: after each slice of 10 ms, the loop handles other events.
 * @param work yields often enough that no step is long by itself
 * @returns the result of the work
 */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  let sinceMs = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - sinceMs < SLICE_MS) continue;
    await nextTurn();
    sinceMs = performance.now();
  }
}
