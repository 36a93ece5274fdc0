import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may compute before the timers and sockets of this process have their turn. */
const SLICE_MS = 10;

/**
 * Runs long work without blocking the event loop: it lets the loop turn after each slice of 10 ms.
 * @param work yields often enough that no step is long by itself
 * @returns what the work returns
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
