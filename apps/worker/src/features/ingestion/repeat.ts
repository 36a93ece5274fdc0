import { setTimeout as pause } from 'node:timers/promises';

/** Runs `work` again and again until `signal` is aborted; it begins `everyMs` after it last began, or at once when late. */
export async function repeat(everyMs: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    const startedAtMs = performance.now();
    await work();
    const waitMs = Math.max(0, everyMs - (performance.now() - startedAtMs));
    // Rejects only because the signal was aborted.
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }
}
