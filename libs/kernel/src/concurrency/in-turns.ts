import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long the work may run before the process handles its timers and sockets again. */
const SLICE_MS = 10;

/**
 * Runs long work without blocking the event loop: after each slice of 10 ms, the loop handles other events.
 * @param work must yield often, so that no single step takes long
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
